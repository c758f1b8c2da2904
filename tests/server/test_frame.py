"""Server-sent events: the same bytes for all phones, whatever they received before."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from companion.server.sse import BYE, GZIP_HEADER, HEARTBEAT, Encoded, StreamEvent, chunk

GZIP = 31

TEXTS = st.lists(st.text(st.characters(codec="utf-8"), min_size=1), max_size=8)


def body(chunk: bytes) -> bytes:
    """The content of a chunk."""
    size, _, rest = chunk.partition(b"\r\n")
    assert len(rest) == int(size, 16) + 2
    assert rest.endswith(b"\r\n")
    return rest[:-2]


def test_an_event_is_encoded_with_its_id() -> None:
    frame = StreamEvent("boot.7", "state", '{"a":1}')
    text = b'id: boot.7\nevent: state\ndata: {"a":1}\n\n'
    assert body(frame.encoded.plain) == text
    assert frame.encoded.gzipped is frame.encoded.gzipped


def test_a_chunk_begins_with_its_length() -> None:
    assert chunk(b"x" * 26) == b"1a\r\n" + b"x" * 26 + b"\r\n"


@given(TEXTS)
def test_any_sequence_of_events_is_one_valid_stream(
    texts: list[str],
) -> None:
    phone = zlib.decompressobj(GZIP)
    assert phone.decompress(body(GZIP_HEADER)) == b""
    for text in texts:
        assert phone.decompress(body(Encoded(text).gzipped)).decode() == text


def test_a_late_phone_reads_the_same_bytes() -> None:
    early, late = zlib.decompressobj(GZIP), zlib.decompressobj(GZIP)
    for each in (GZIP_HEADER, HEARTBEAT.gzipped, Encoded("first").gzipped):
        early.decompress(body(each))
    late.decompress(body(GZIP_HEADER))
    said = {phone.decompress(body(BYE.gzipped)) for phone in (early, late)}
    assert said == {BYE.text.encode()}


def test_a_state_is_compressed_to_a_fraction() -> None:
    keys = [f'{{"seat":{seat},"name":"Player {seat}","dents":0}}' for seat in range(40)]
    sent = StreamEvent("boot.7", "state", f"[{','.join(keys)}]").encoded
    assert len(sent.gzipped) < len(sent.plain) / 4
