"""`course import` of what no export wrote: one clear sentence, and nothing is changed."""

import json
import random
import zipfile
from pathlib import Path

import pytest
from fake_archive import another_machine, file, pack, toy
from toy_progress import RIGHT

from shared import archive, portable
from shared.archive import PortableError

__all__ = ["file", "toy"]  # fixtures


class TestHostile:
    @pytest.fixture(autouse=True)
    def nothing_is_written(self, toy, tmp_path):
        def every():
            return {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}

        another_machine(toy)
        before = every()
        yield
        after = {path: data for path, data in every().items() if path.suffix != ".zip"}
        assert after == before

    def refused(self, file: Path, words: str) -> None:
        with pytest.raises(PortableError, match=words):
            portable.bring_in(archive.read(file))

    @pytest.mark.parametrize(
        "name",
        [
            "../../evil.py",
            "/etc/passwd",
            "exercises/../../evil.py",
            "exercises/a/b.py",
            "exercises/.py",
            "exercises/Toy.py",
            "exercises/toy.py\n",
            "exercises/toy.sh",
            "exercises/",
            "exercises\\toy.py",
            "C:\\toy.py",
            "notes.txt",
        ],
    )
    def test_a_member_that_does_not_belong_there(self, file, name):
        pack(file, {name: b""})
        self.refused(file, "does not belong there")

    def test_a_member_that_unpacks_to_too_much(self, file):
        pack(file, {"exercises/toy.py": b" " * ((2 << 20) + 1)})
        self.refused(file, "is larger than 2097152 bytes")

    def test_a_member_that_lies_about_its_size(self, file):
        pack(file, {"exercises/toy.py": b" " * (8 << 20)})
        data = file.read_bytes()
        file.write_bytes(data.replace((8 << 20).to_bytes(4, "little"), bytes([9, 0, 0, 0])))
        self.refused(file, "damaged|larger than")

    def test_too_many_members(self, file):
        pack(file, {f"exercises/a{number}.py": b"" for number in range(600)})
        self.refused(file, "it has 602 members, and 500 is the most")

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_two_members_of_one_name(self, file):
        pack(file, {"exercises/toy.py": b"1"})
        with zipfile.ZipFile(file, "a") as packed:
            packed.writestr("exercises/toy.py", b"2")
        self.refused(file, "it has two members 'exercises/toy.py'")

    @pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_another_packing(self, file, way):
        with zipfile.ZipFile(file, "w", way) as packed:
            packed.writestr("manifest.json", "{}")
        self.refused(file, "packed in an unknown way")

    def test_a_file_that_is_larger_than_any(self, file):
        with file.open("wb") as opened:
            opened.truncate((64 << 20) + 1)
        self.refused(file, "is larger than any")

    def test_what_is_no_archive(self, file):
        file.write_bytes(b"no zip")
        self.refused(file, r"mine\.zip is damaged or no file of `course export`")

    def test_another_archive(self, file):
        with zipfile.ZipFile(file, "w"):
            pass
        self.refused(file, "it has no manifest.json")

    def test_another_course(self, file):
        pack(file, {}, course="cooking")
        self.refused(file, "its manifest is another's")

    @pytest.mark.parametrize("manifest", [b"", b"[]", b"{", b"[" * 100_000, b"\xff"])
    def test_a_manifest_that_is_none(self, file, manifest):
        with zipfile.ZipFile(file, "w") as packed:
            packed.writestr("manifest.json", manifest)
            packed.writestr("progress.json", b"{}")
        self.refused(file, "its manifest is another's")

    def test_a_newer_format(self, file):
        pack(file, {}, format=2)
        self.refused(file, "newer version of the course .its format is 2.* `course update`, then")

    @pytest.mark.parametrize("number", [None, 0, "1", 1.5, [1]])
    def test_an_odd_format(self, file, number):
        pack(file, {}, format=number)
        self.refused(file, "and 1 is the only one")

    @pytest.mark.parametrize("files", [None, {}, {"progress.json": "0"}])
    def test_a_manifest_of_other_members(self, file, files):
        pack(file, {}, files=files)
        self.refused(file, "its members are not those of its manifest")

    @pytest.mark.parametrize(
        "stored",
        [b"", b"[]", b"{", b"[" * 100_000, b"\xff", b'{"toy": 3}', b'{"toy": {"tasks": [1]}}'],
    )
    def test_progress_that_is_none(self, file, stored):
        pack(file, {"progress.json": stored})
        self.refused(file, "progress.json in it cannot be read")

    @pytest.mark.parametrize("name", ["../x", "", "Toy", "a b"])
    def test_progress_of_no_lesson(self, file, name):
        pack(file, {"progress.json": json.dumps({name: {}}).encode()})
        self.refused(file, "which is no lesson")

    def test_any_damage_is_told_in_words(self, file):
        pack(file, {"exercises/toy.py": RIGHT.encode() * 20})
        whole, rng = file.read_bytes(), random.Random(0)
        for _ in range(400):
            data = bytearray(whole)
            for _ in range(rng.choice((1, 3))):
                data[rng.randrange(len(data))] = rng.randrange(256)
            file.write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
            try:
                found = archive.read(file)
            except PortableError:
                continue
            assert found.exercises == {"toy": RIGHT.encode() * 20}
