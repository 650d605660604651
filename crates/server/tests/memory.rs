//! What a live connection costs that says nothing: the memory of the process, measured in a process of its own.

#[path = "support/floor.rs"]
mod floor;

use crate::floor::House;
use protocol::SUBPROTOCOL;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// Connections that are measured, and how many come before, so that what is allocated once does not count.
const WARM: usize = 100;

/// The most bytes of memory for each.
const MOST: usize = 40_000;

fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: usize = status.split(' ').nth(1).expect("pages").parse().expect("a number");
    pages * 4096
}

/// A WebSocket by hand: what the client's side would hold does not count.
fn connect(address: SocketAddr, cookie: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let request = format!(
        "GET /api/tables/r/live HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut said = Vec::new();
    let mut part = [0; 4096];
    // The answer, and the table after it.
    while !said.windows(8).any(|bytes| bytes == b"\"people\"") {
        let read = stream.read(&mut part).expect("an answer");
        assert!(read > 0, "{}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&part[..read]);
    }
    assert!(said.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&said));
    // An empty pong: buffers cost nothing until something has been read into them.
    stream.write_all(&[0x8a, 0x80, 0, 0, 0, 0]).expect("sent");
    stream
}

#[cfg(target_os = "linux")]
#[test]
fn a_silent_connection_costs_little() {
    let count = std::env::var("CH47_SOCKETS").ok().map_or(400, |n| n.parse().expect("a number"));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let (house, cookie) = runtime.block_on(async {
        let house = House::open().await;
        house.table("r", "roulette", true, &[]).await;
        let ann = house.player("ann", 0).await;
        (house, ann.cookie.clone().expect("a cookie"))
    });
    let crowd = |n: usize| (0..n).map(|_| connect(house.address, &cookie)).collect::<Vec<_>>();
    let _warm = crowd(WARM);
    std::thread::sleep(Duration::from_secs(1));
    let before = resident();
    let _held = crowd(count);
    std::thread::sleep(Duration::from_secs(1));
    let each = resident().saturating_sub(before) / count;
    eprintln!("{count} silent connections cost {each} bytes each");
    assert!(each <= MOST, "{each} bytes for each of {count} connections");
}
