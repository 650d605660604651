//! The school over HTTP: drills that count, what is known of learners, and a class from its creation to a certificate.

use crate::floor::{Client, House};
use protocol::Role;
use serde_json::{Value, json};
use std::time::Duration;

/// A drill of some kind in a class.
fn asks(class: &str, kind: &str) -> Value {
    json!({ "practice": { "game": "roulette", "class": class }, "kind": kind })
}

/// Answers a drill, with its first choice or with nothing.
async fn answers(learner: &Client, set: &Value) -> Value {
    let answer = set["drill"]["choices"][0].as_str().unwrap_or("0");
    learner.post("/api/school/answers", json!({ "id": set["id"], "answer": answer })).await.expect(200)
}

async fn class(teacher: &Client, drills: u32, pass: u32) -> String {
    let games = json!([{ "game": "roulette", "table": "R-1" }]);
    let new = json!({ "name": "Roulette, June", "games": games, "kinds": ["order"], "drills": drills, "pass": pass });
    let made = teacher.post("/api/school/classes", new).await.expect(201);
    made["class"].as_str().expect("a code").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_from_its_creation_to_a_certificate() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    let flo = house.staff(Role::Floorperson, "flo").await;
    let [ann, bob] = [house.player("ann", 0).await, house.player("bob", 0).await];
    let code = class(&flo, 4, 1).await;
    assert_eq!(flo.get("/api/school/classes").await.expect(200)[0]["class"], json!(code));
    // However the code is typed.
    let typed = format!(" {}-{} ", &code[..4].to_lowercase(), &code[4..]);
    for learner in [&ann, &bob, &ann] {
        let joined = learner.post("/api/school/members", json!({ "code": typed })).await.expect(200);
        assert_eq!(joined["name"], "Roulette, June");
    }
    let certificate = format!("/api/school/classes/{code}/certificates/ann");
    let early = flo.get(&certificate).await;
    assert_eq!((early.status.as_u16(), early.code().as_str()), (409, "not-now"));
    assert!(early.text.contains("ann has 0 of 0 drills right: the certificate takes 4 drills with 1% right"));

    let (asked, mut right) = (4, 1);
    for n in 1..=asked {
        let set = ann.post("/api/school/drills", asks(&code, "order")).await.expect(201);
        assert_eq!(set["drill"]["options"]["zero"], "half", "the options of the class");
        assert_eq!(set["drill"]["seed"], 0, "nobody looks the answer up");
        if n < asked {
            right += i32::from(answers(&ann, &set).await["right"] == json!(true));
            continue;
        }
        // Nobody here knows the right answer, so the last one is marked in the store.
        let id = set["id"].as_str().expect("an id").to_owned();
        assert!(house.floor.with(move |store| store.answer_drill(&id, "", true)).await.expect("kept"));
    }
    let page = flo.get(&format!("/api/school/classes/{code}")).await.expect(200);
    assert_eq!(page["class"]["learners"], 2);
    let [first, second] = [&page["learners"][0], &page["learners"][1]];
    assert_eq!((&first["learner"], &first["passed"]), (&json!("ann"), &json!(true)));
    assert_eq!((&first["score"]["asked"], &first["score"]["right"]), (&json!(asked), &json!(right)));
    let provisions = first["provisions"].as_array().expect("provisions");
    let sum: i64 = provisions.iter().filter_map(|one| one["score"]["asked"].as_i64()).sum();
    assert!(sum == i64::from(asked) && provisions.iter().all(|one| one["game"] == "roulette"), "{page}");
    assert_eq!((&second["passed"], &second["score"]["asked"]), (&json!(false), &json!(0)));

    let printed = flo.get(&certificate).await;
    assert_eq!(printed.status, 200, "{}", printed.text);
    for said in [
        "Certificate of training",
        "ann",
        "Class: Roulette, June, under the options of R-1.",
        "Instructor: flo",
    ] {
        assert!(printed.text.contains(said), "{said}: {}", printed.text);
    }
    assert!(printed.text.contains(&format!("{right} of {asked} drills")), "{}", printed.text);
    assert_eq!(flo.get(&certificate.replace("ann", "zoe")).await.code(), "unknown");
    // All of it is still there when the floor comes back.
    let house = house.restart(|_| ()).await;
    let again = Client { address: house.address, ..ann.clone() };
    let progress = again.get("/api/school/progress").await.expect(200);
    assert_eq!(progress["score"]["asked"], json!(asked));
    assert_eq!(
        (&progress["classes"][0]["class"]["class"], &progress["classes"][0]["passed"]),
        (&json!(code), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &[]).await;
    let flo = house.staff(Role::Floorperson, "flo").await;
    let dan = house.staff(Role::Dealer, "dan").await;
    let [ann, bob] = [house.player("ann", 0).await, house.player("bob", 0).await];
    let code = class(&flo, 4, 80).await;

    let no = ann.post("/api/school/members", json!({ "code": "ZZZZ9999" })).await;
    assert_eq!(no.code(), "unknown");
    assert!(no.text.contains("no class has the code ZZZZ9999: ask your instructor for it"), "{}", no.text);
    let no = ann.post("/api/school/drills", asks(&code, "order")).await;
    assert_eq!(no.code(), "not-yours");
    assert!(
        no.text.contains("you are not in the class Roulette, June: join it with its code"),
        "{}",
        no.text
    );
    ann.post("/api/school/members", json!({ "code": code })).await.expect(200);
    for (body, said) in [
        (asks(&code, "payout"), "asks nothing of that kind"),
        (json!({ "practice": { "game": "craps", "class": code } }), "does not teach craps"),
        (json!({ "practice": { "game": "roulette", "class": code, "table": "R-1" } }), "leave `table` out"),
        (json!({ "practice": { "game": "roulette", "table": "R-9" } }), "no such table: R-9"),
        (
            json!({ "practice": { "game": "craps", "table": "R-1" } }),
            "R-1 is a table of roulette, not of craps",
        ),
        (json!({ "practice": { "game": "whist" } }), "no such game"),
    ] {
        let no = ann.post("/api/school/drills", body).await;
        assert!(no.status.is_client_error() && no.text.contains(said), "{said}: {}", no.text);
    }

    // What is not answered stays asked; it is answered once, and by whom it was set for.
    let set = ann.post("/api/school/drills", asks(&code, "order")).await.expect(201);
    let same = ann.post("/api/school/drills", asks(&code, "order")).await.expect(201);
    assert_eq!((&set["id"], &set["drill"]), (&same["id"], &same["drill"]));
    let answer = json!({ "id": set["id"], "answer": "something" });
    assert_eq!(bob.post("/api/school/answers", answer.clone()).await.code(), "not-yours");
    ann.post("/api/school/answers", answer.clone()).await.expect(200);
    let twice = ann.post("/api/school/answers", answer).await;
    assert_eq!(twice.code(), "conflict");
    assert!(twice.text.contains("answered already: the first answer counts"), "{}", twice.text);
    let never = json!({ "id": "0".repeat(32), "answer": "5" });
    assert_eq!(ann.post("/api/school/answers", never).await.code(), "unknown");

    let new = |games: Value| json!({ "name": "x", "games": games, "drills": 10, "pass": 80 });
    assert_eq!(dan.post("/api/school/classes", new(json!([{ "game": "craps" }]))).await.code(), "forbidden");
    for (body, said) in [
        (new(json!([])), "at least one game"),
        (new(json!([{ "game": "craps", "table": "R-1" }])), "R-1 is a table of roulette, not of craps"),
        (new(json!([{ "game": "roulette", "table": "R-9" }])), "no such table: R-9"),
        (new(json!([{ "game": "craps" }, { "game": "craps" }])), "craps is named twice"),
        (
            json!({ "name": " ", "games": [{ "game": "craps" }], "drills": 10, "pass": 80 }),
            "a name of 1 to 80",
        ),
        (json!({ "name": "x", "games": [{ "game": "craps" }], "drills": 0, "pass": 80 }), "1 to 1000 drills"),
        (
            json!({ "name": "x", "games": [{ "game": "craps" }], "drills": 10, "pass": 101 }),
            "1 to 100 answers",
        ),
        (
            json!({ "name": "x", "games": [{ "game": "craps" }], "kinds": ["positions"], "drills": 10, "pass": 80 }),
            "craps has no drills of these kinds",
        ),
    ] {
        let no = flo.post("/api/school/classes", body).await;
        assert!(no.status.is_client_error() && no.text.contains(said), "{said}: {}", no.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_wrong_is_to_be_practiced_and_comes_again() {
    let house = House::open().await;
    let ann = house.player("ann", 0).await;
    let asks = json!({ "practice": { "game": "roulette" }, "kind": "order" });
    let mut practiced = 0;
    // No learner is as fast as this one: where the floor says "too fast", the request is made again.
    let post = async |path: &str, body: Value| loop {
        let answer = ann.post(path, body.clone()).await;
        if answer.status != 429 {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    for n in 0..24 {
        let set = post("/api/school/drills", asks.clone()).await.expect(201);
        practiced += i32::from(set["practice"] == json!(true));
        assert!(n % 2 == 1 || set["practice"] == json!(false), "every second one is new");
        post("/api/school/answers", json!({ "id": set["id"], "answer": "nothing" })).await.expect(200);
    }
    assert!(practiced > 0, "nothing came again");
    let progress = ann.get("/api/school/progress").await.expect(200);
    let provisions = progress["provisions"].as_array().expect("provisions");
    assert!(
        !provisions.is_empty() && provisions.iter().all(|one| one["standing"] == "practice"),
        "{progress}"
    );
    assert_eq!((&progress["score"]["asked"], &progress["score"]["right"]), (&json!(24), &json!(0)));
}

/// Anyone may be drilled without an account, under the options of a table too.
#[tokio::test(flavor = "multi_thread")]
async fn drills_are_under_the_options_of_a_table() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &["wheel=single-zero"]).await;
    let nobody = house.client("nobody", None);
    let drill = nobody.get("/api/trainer/roulette?seed=3&kind=payout&table=R-1").await.expect(200);
    assert_eq!(drill["options"]["wheel"], "single-zero");
    let areas = drill["felt"]["areas"].as_array().expect("the layout");
    assert!(areas.iter().any(|area| area["act"] == "straight 0"));
    assert!(!areas.iter().any(|area| area["act"] == "straight 00"), "a wheel with one zero");
    let bets = drill["bets"].as_array().expect("wagers");
    assert!(
        bets.contains(&drill["about"]) && bets.len() > 5,
        "a busy table, and one wager is asked about: {drill}"
    );
    let answer = |options: Value| json!({ "seed": 3, "kind": "payout", "answer": "0", "options": options });
    let verdict = nobody.post("/api/trainer/roulette", answer(drill["options"].clone())).await.expect(200);
    assert!(verdict["correct"].as_str().is_some_and(|cents| cents.parse::<i64>().is_ok()), "{verdict}");
    let no = nobody.post("/api/trainer/roulette", answer(json!({ "wheel": "triple-zero" }))).await;
    assert_eq!(no.code(), "unlawful", "{}", no.text);
    assert_eq!(nobody.get("/api/trainer/roulette?table=R-9").await.code(), "unknown");
    assert_eq!(nobody.get("/api/trainer/craps?table=R-1").await.code(), "bad-request");
    assert_eq!(
        nobody.post("/api/school/drills", json!({ "practice": { "game": "roulette" } })).await.code(),
        "log-in"
    );
}

/// Answers that are hardly ever right: the table goes on anyway, and each one is kept.
fn clumsy(moment: &Value) -> Value {
    match moment["asks"]["kind"].as_str().expect("a question") {
        "next" => json!({ "do": "show" }),
        "attempt" => json!({ "do": "allow" }),
        "wrong" => json!({ "do": "demand", "choice": moment["asks"]["choices"][0] }),
        _ => json!({ "do": "pay", "cents": 1 }),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_deals_some_rounds_and_a_wrong_step_is_interrupted() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &["wheel=single-zero"]).await;
    let [ann, bob] = [house.player("ann", 0).await, house.player("bob", 0).await];
    let asks = json!({ "practice": { "game": "roulette", "table": "R-1" }, "rounds": 2 });
    let begun = ann.post("/api/school/deals", asks.clone()).await.expect(201);
    assert_eq!((&begun["options"]["wheel"], &begun["of"]), (&json!("single-zero"), &json!(2)));
    assert!(!begun.to_string().contains("seed"), "nobody looks the answer up");
    let steps = begun["moment"]["steps"].as_array().expect("steps");
    assert!(steps.contains(&json!("dealer spins")) && steps.contains(&json!("dealer calls no more bets")));
    let path = format!("/api/school/deals/{}", begun["deal"].as_str().expect("an id"));
    assert_eq!(bob.get(&path).await.code(), "not-yours");
    assert_eq!(bob.get(&path.replace("deals/", "deals/0")).await.code(), "unknown");
    let nobody = house.client("nobody", None);
    assert_eq!(nobody.post("/api/school/deals", asks.clone()).await.code(), "log-in");

    // Nothing is shown before the wheel is spun, or before a wager that somebody has called out is answered.
    let wrong = json!({ "step": 0, "said": { "do": "show" } });
    let told = ann.post(&path, wrong.clone()).await.expect(200);
    let cite = told["stop"]["cite"].as_str().expect("a provision").to_owned();
    assert!(told["right"] == json!(false) && ["5.3(a)", "5.1(a)"].contains(&cite.as_str()), "{told}");
    assert_eq!(told["stop"]["correct"]["do"], "step", "{told}");
    let twice = ann.post(&path, wrong).await;
    assert_eq!(twice.code(), "conflict", "{}", twice.text);
    let no = json!({ "step": 1, "said": { "do": "step", "line": "dealer whistles" } });
    assert_eq!(ann.post(&path, no).await.code(), "bad-request");
    // It goes on where it was, unless one begins anew.
    let same = ann.post("/api/school/deals", asks.clone()).await.expect(201);
    assert_eq!((&same["deal"], &same["moment"]), (&begun["deal"], &told["moment"]));
    let anew = json!({ "practice": { "game": "roulette", "table": "R-1" }, "rounds": 2, "anew": true });
    assert_ne!(ann.post("/api/school/deals", anew).await.expect(201)["deal"], begun["deal"]);

    // After a restart the table is made again from the answers.
    let house = house.restart(|_| ()).await;
    let ann = Client { address: house.address, ..ann.clone() };
    let mut moment = ann.get(&path).await.expect(200)["moment"].clone();
    assert_eq!(moment, told["moment"]);
    let mut right = 0;
    while !moment["asks"].is_null() {
        let said = clumsy(&moment);
        let told = ann.post(&path, json!({ "step": moment["step"], "said": said })).await.expect(200);
        right += i32::from(told["right"] == json!(true));
        assert_eq!(told["right"] == json!(true), told["stop"].is_null());
        moment = told["moment"].clone();
    }
    let ended = ann.get(&path).await.expect(200);
    let summary = &ended["summary"];
    assert_eq!((&ended["moment"]["rounds"], &summary["score"]["right"]), (&json!(2), &json!(right)));
    assert_eq!(summary["score"]["asked"], moment["step"]);
    let provisions = summary["provisions"].as_array().expect("provisions");
    assert!(
        provisions.iter().any(|one| one["cite"] == json!(cite) && one["standing"] == "practice"),
        "{summary}"
    );
    let last = json!({ "step": moment["step"], "said": { "do": "show" } });
    assert_eq!(ann.post(&path, last).await.code(), "bad-request");
    let progress = ann.get("/api/school/progress").await.expect(200);
    assert_eq!(progress["score"]["asked"], moment["step"]);
}

/// What is dealt under a class's name is seen by provision, and the certificate takes drills alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_shoe_is_dealt_for_a_class() {
    let house = House::open().await;
    house.table("R-1", "roulette", true, &["wheel=double-zero", "zero=half"]).await;
    let flo = house.staff(Role::Floorperson, "flo").await;
    let ann = house.player("ann", 0).await;
    let code = class(&flo, 1, 1).await;
    let asks = json!({ "practice": { "game": "roulette", "class": code }, "rounds": 1 });
    assert_eq!(ann.post("/api/school/deals", asks.clone()).await.code(), "not-yours");
    ann.post("/api/school/members", json!({ "code": code })).await.expect(200);
    let begun = ann.post("/api/school/deals", asks).await.expect(201);
    assert_eq!(begun["options"]["zero"], "half", "the options of the class");
    let path = format!("/api/school/deals/{}", begun["deal"].as_str().expect("an id"));
    let told = ann.post(&path, json!({ "step": 0, "said": { "do": "show" } })).await.expect(200);
    let page = flo.get(&format!("/api/school/classes/{code}")).await.expect(200);
    let learner = &page["learners"][0];
    assert_eq!((&learner["score"]["asked"], &learner["passed"]), (&json!(0), &json!(false)));
    assert_eq!(learner["provisions"][0]["cite"], told["stop"]["cite"]);
    for rounds in [0, 101] {
        let no =
            ann.post("/api/school/deals", json!({ "practice": { "game": "craps" }, "rounds": rounds })).await;
        assert!(no.text.contains("deal 1 to 100 rounds"), "{}", no.text);
    }
}
