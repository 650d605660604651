"""Every Python program in docs/python.md runs, and prints what the page says; `…` stands for what differs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, re.S)


def test_the_first_program_has_ten_lines():
    assert len(BLOCKS[0][0].strip().splitlines()) == 10


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_program(number):
    program, expected = BLOCKS[number]
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, env=os.environ)
    assert ran.returncode == 0, ran.stderr
    pattern = "".join(".*" if part == "…" else re.escape(part) for part in re.split("(…)", expected))
    assert re.fullmatch(pattern, ran.stdout, re.S), ran.stdout
