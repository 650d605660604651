//! NET-1 to NET-5 and SEC-2: clients that stall, vanish, dawdle or talk nonsense, and everyone else notices nothing.

use crate::floor::{Client, House, Live, PACE, key};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use server::Pace;
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
    time::timeout,
};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

/// Lines that somebody writes who is in nobody's way.
async fn write(house: &House, table: &str, lines: u64) -> u64 {
    let handle = house.floor.here(table).expect("a table");
    let mut last = 0;
    for _ in 0..lines {
        let entry = books::Entry::Filled { cents: 1, slip: key() };
        last = handle.write("clerk", None, entry).await.expect("written").seq;
    }
    last
}

/// The number of the next line.
async fn next_line(client: &Client) -> u64 {
    client.get("/api/tables/r").await.expect(200)["next"].as_u64().expect("a number")
}

/// Reads every line up to this one; gives back how many came.
async fn read_all(mut live: Live, last: u64) -> u64 {
    let (mut lines, end) = (0, format!("\"seq\":{last},"));
    loop {
        match timeout(Duration::from_secs(30), live.socket.next()).await.expect("a line in time") {
            Some(Ok(Message::Text(text))) if text.starts_with(r#"{"type":"step""#) => {
                lines += 1;
                if text.contains(&end) {
                    return lines;
                }
            }
            Some(Ok(_)) => {}
            other => panic!("a connection of somebody who reads ended: {other:?}"),
        }
    }
}

/// NET-2: 50 of 200 never read. The others get every line; those are closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_read_stalls_alone() {
    const LINES: u64 = 900;
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let watcher = house.player("watcher", 0).await;
    let (mut reading, mut stalled) = (Vec::new(), Vec::new());
    for n in 0..200 {
        match n % 4 {
            0 => stalled.push(stall(&watcher).await),
            _ => reading.push(watcher.live("r", None).await),
        }
    }
    let began = Instant::now();
    let first = next_line(&watcher).await;
    let readers: Vec<_> =
        reading.into_iter().map(|live| tokio::spawn(read_all(live, first + LINES - 1))).collect();
    write(&house, "r", LINES).await;
    for reader in readers {
        assert_eq!(reader.await.expect("no panic"), LINES, "every line");
    }
    eprintln!("150 readers had {LINES} lines after {:?}", began.elapsed());
    // By now, or a little later, they have been given up: what comes is what was on its way, and then the end.
    tokio::time::sleep(Duration::from_secs(12).saturating_sub(began.elapsed())).await;
    for live in &mut stalled {
        let mut lines = 0;
        while let Some(Ok(message)) =
            timeout(Duration::from_secs(5), live.socket.next()).await.expect("an end")
        {
            lines += u64::from(message.is_text());
        }
        assert!(lines < LINES, "it cannot all have been in the buffers");
    }
    house.audit().await;
}

/// A connection with small buffers, of somebody who will not read.
async fn stall(client: &Client) -> Live {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("small");
    let stream = socket.connect(client.address).await.expect("a connection");
    client.upgrade_on(stream, "/api/tables/r/live").await
}

/// NET-1, the small one: 500 people at one table, and no line is left out for anybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_at_one_table_miss_nothing() {
    crowd(500, 40).await;
}

/// NET-1: by hand, with `--release --ignored`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a soak: cargo test --release -- --ignored"]
async fn two_thousand_at_one_table_miss_nothing() {
    crowd(2_000, 500).await;
}

async fn crowd(people: usize, lines: u64) {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let watcher = house.player("watcher", 0).await;
    let mut lives = Vec::new();
    for _ in 0..people {
        lives.push(watcher.live("r", None).await);
    }
    let first = next_line(&watcher).await;
    let readers: Vec<_> =
        lives.into_iter().map(|live| tokio::spawn(read_all(live, first + lines - 1))).collect();
    let began = Instant::now();
    write(&house, "r", lines).await;
    for reader in readers {
        assert_eq!(reader.await.expect("no panic"), lines);
    }
    eprintln!("{people} people had {lines} lines each after {:?}", began.elapsed());
    house.audit().await;
}

/// NET-3: somebody who is gone without a word is given up within 20 seconds.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_vanishes_is_given_up() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let watcher = house.player("watcher", 0).await;
    let mut gone = watcher.live("r", None).await;
    let mut here = watcher.live("r", None).await;
    let answers = tokio::spawn(async move {
        let until = Instant::now() + Duration::from_secs(19);
        while let Ok(Some(Ok(_))) = timeout(until - Instant::now(), here.socket.next()).await {}
        here
    });
    let mut here = answers.await.expect("no panic");
    // Nothing was read, so no ping was answered; what lies there is the table, pings and the farewell, unless an answer
    // that comes too late is reset first.
    let closed = timeout(Duration::from_millis(500), gone.closed()).await.expect("closed");
    assert!(matches!(closed, Some(1001) | None), "{closed:?}");
    here.say(json!({ "do": "resume", "from": 0 })).await;
    assert_eq!(here.next().await.expect("who answers pings stays")["seq"].as_u64(), Some(0));
    house.audit().await;
}

/// NET-4: whoever takes for ever to say what he wants is sent away, and others are served meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_dawdles_in_the_doorway_is_sent_away() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let ann = house.player("ann", 0).await;
    let mut slow = Vec::new();
    for n in 0..200 {
        let mut stream = ann.connect().await;
        let start: &[u8] = if n % 2 == 0 { b"" } else { b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-A: " };
        stream.write_all(start).await.expect("sent");
        slow.push(stream);
    }
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(6) {
        for stream in slow.iter_mut().skip(1).step_by(2) {
            let _ = stream.write_all(b"a").await;
        }
        let asked = Instant::now();
        ann.get("/api/tables/r").await.expect(200);
        assert!(asked.elapsed() < Duration::from_secs(2), "others are served: {:?}", asked.elapsed());
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    for mut stream in slow {
        let mut rest = Vec::new();
        let end = timeout(Duration::from_secs(2), stream.read_to_end(&mut rest)).await;
        assert!(end.is_ok(), "still there after {:?}", began.elapsed());
    }
    // Headers without end are cut off, too.
    let mut stream = ann.connect().await;
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await;
    for n in 0..4_000 {
        if stream.write_all(format!("X-{n}: {}\r\n", "a".repeat(60)).as_bytes()).await.is_err() {
            break;
        }
    }
    let mut said = Vec::new();
    let _ = timeout(Duration::from_secs(6), stream.read_to_end(&mut said)).await.expect("an end");
    assert!(!String::from_utf8_lossy(&said).contains("200 OK"));
    house.audit().await;
}

/// NET-5: what is no lawful frame ends the connection that sent it, with the code for it, and no other.
#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_none_end_their_own_connection() {
    let house = House::open().await;
    house.table("r", "roulette", true, &[]).await;
    let ann = house.seated("ann", "r", 10_000).await;
    let mut other = ann.live("r", None).await;
    other.next().await.expect("the table");
    let text = |data: Vec<u8>, fin: bool| Message::Frame(Frame::message(data, OpCode::Data(Data::Text), fin));
    let more = |data: Vec<u8>| Message::Frame(Frame::message(data, OpCode::Data(Data::Continue), false));
    let cases: Vec<(&str, Vec<Message>, u16)> = vec![
        ("a message too long", vec![Message::text("a".repeat(1 << 20))], 1009),
        ("binary", vec![Message::binary(vec![1, 2, 3])], 1003),
        ("no text", vec![text(vec![0xff, 0xfe, 0xfd], true)], 1007),
        (
            "fragments without end",
            std::iter::once(text(vec![b'a'; 4096], false))
                .chain((0..8).map(|_| more(vec![b'a'; 4096])))
                .collect(),
            1009,
        ),
        ("a flood of pings", (0..200).map(|_| Message::Ping(Vec::new().into())).collect(), 1008),
        ("a continuation of nothing", vec![more(vec![b'a'; 10])], 1002),
    ];
    for (what, frames, code) in cases {
        let mut live = ann.live("r", None).await;
        live.next().await.expect("the table");
        for frame in frames {
            if live.socket.send(frame).await.is_err() {
                break;
            }
        }
        let closed = live.closed().await;
        // Whoever still sends when the other side has closed may hear a reset instead of the code.
        assert!(
            closed == Some(code) || closed.is_none() && matches!(code, 1008 | 1009),
            "{what}: {closed:?}"
        );
    }
    other.say(json!({ "do": "resume", "from": 0 })).await;
    assert_eq!(other.next().await.expect("nobody else is disturbed")["seq"].as_u64(), Some(0));
    house.audit().await;
}

/// A lawful message, damaged.
fn damaged(chance: &mut u64) -> String {
    let mut next = |below: u64| {
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*chance >> 33) % below
    };
    let lawful = [
        r#"{"do":"act","key":"a-key-of-mine","act":"red 5"}"#,
        r#"{"do":"act","key":"a-key-of-mine","act":"red 5","seen":3,"seat":1,"as":"dealer"}"#,
        r#"{"do":"ready","key":"a-key-of-mine"}"#,
        r#"{"do":"offers"}"#,
        r#"{"do":"resume","from":0}"#,
    ];
    let base = lawful[usize::try_from(next(5)).expect("small")];
    let values = [
        "1e400",
        "-1",
        "99999999999999999999",
        "null",
        "[]",
        "{}",
        "true",
        "\"\\u0000\"",
        "NaN",
        "1.5",
        "\"\\ud800\"",
    ];
    let value = values[usize::try_from(next(values.len() as u64)).expect("small")];
    match next(7) {
        0 => "[".repeat(10_000),
        1 => format!("{{\"do\":{}1{}}}", "{\"a\":".repeat(500), "}".repeat(500)),
        2 => base.replacen("\"do\":", &format!("\"do\":{value},\"do\":"), 1),
        3 => base.replacen(":0", &format!(":{value}"), 1).replacen("\"red 5\"", value, 1),
        4 => base.replacen("red 5", &format!("red {}", value.repeat(3)), 1),
        5 => base[..usize::try_from(next(base.len() as u64)).expect("small")].to_owned(),
        _ => {
            let mut bytes = base.as_bytes().to_vec();
            for _ in 0..3 {
                let at = usize::try_from(next(bytes.len() as u64)).expect("small");
                bytes[at] = u8::try_from(32 + next(95)).expect("ascii");
            }
            String::from_utf8(bytes).expect("ascii")
        }
    }
}

/// SEC-2: ten thousand damaged messages. Nothing panics, nobody else notices, and the books are sound.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_damaged_messages_do_nothing_to_others() {
    let pace = Pace {
        wagers: Duration::from_millis(50),
        turn: Duration::from_secs(5),
        step: Duration::ZERO,
        ..PACE
    };
    let house = House::with(|config| config.pace = pace).await;
    house.table("r", "roulette", false, &[]).await;
    let bob = house.seated("bob", "r", 1_000_000).await;
    let mut watching = bob.live("r", None).await;
    watching.next().await.expect("the table");
    let mut chance = 47;
    let mut mallory = bob.clone();
    for n in 0..250 {
        if n % 25 == 0 {
            mallory = house.seated(&format!("mallory-{n}"), "r", 10_000).await;
        }
        let mut live = mallory.live("r", None).await;
        live.next().await.expect("the table");
        // As many as a connection may send at once.
        for _ in 0..40 {
            live.socket.send(Message::text(damaged(&mut chance))).await.expect("it is still there");
        }
        live.socket.send(Message::Ping(b"there?".to_vec().into())).await.expect("it is still there");
        if n % 50 == 0 {
            let key = key();
            watching.say(json!({ "do": "act", "key": key, "act": "black 5" })).await;
            let answer = watching.answer(&key).await;
            assert_eq!(answer["type"], "receipt", "{answer}");
        }
    }
    house.audit().await;
}
