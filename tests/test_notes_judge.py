"""Whole notes, read from a file: the verdict on each relation, and what must never be called holding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from symnorm.cli import main
from symnorm.errors import UserError
from symnorm.notes import judge
from symnorm.notes.model import Judged, NoteReport

Read = Callable[..., NoteReport]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads a text as a note. Without `prove`, nothing is proved, which takes longer than all the rest."""

    def read(text: str, name: str = "note.md", *, prove: bool = False) -> NoteReport:
        if not prove:
            monkeypatch.setattr(judge, "with_proofs", lambda _, judged, stem: [j for j in judged if j])
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return judge.read_files([path])[0]

    return read


def verdicts(report: NoteReport) -> list[str]:
    """The verdicts, in their order."""
    return [str(r.verdict) for r in report.relations]


def last(report: NoteReport) -> Judged:
    """The last relation."""
    return report.relations[-1]


SOFTMAX = r"$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$. "
MOMENTS = r"""
$$m = \frac{1}{n} \sum_{i=1}^n a_i, \qquad v = \frac{1}{n} \sum_{i=1}^n (a_i - m)^2$$
$$u_i = \frac{a_i - m}{\sqrt{v + \epsilon}}, \qquad w_i = g_i u_i + b_i$$

"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$$(a + b)^2 = a^2 + 2ab + b^2$$", "agrees"),
        (r"$$(a + b)^2 = a^2 + b^2$$", "false"),
        (SOFTMAX + r"$$\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j)$$", "agrees"),
        (SOFTMAX + r"$$\frac{\partial p_i}{\partial z_j} = p_j (\delta_{ij} - p_j)$$", "false"),
        (SOFTMAX + r"$$\sum_i p_i = 1$$", "agrees"),
        (SOFTMAX + r"$$\sum_i p_i^2 = 1$$", "false"),
        (SOFTMAX + r"$$\frac{\partial p_i}{\partial z_i} = p_i (1 - p_i)$$", "agrees"),
        (MOMENTS + r"$$\frac{\partial v}{\partial a_i} = \frac{2}{n} (a_i - m)$$", "agrees"),
        (MOMENTS + r"$$\frac{\partial v}{\partial a_i} = 2 (a_i - m)$$", "false"),
        (MOMENTS + r"$$\frac{\partial L}{\partial u_i} = g_i \frac{\partial L}{\partial w_i}$$", "agrees"),
        (MOMENTS + r"$$\frac{\partial L}{\partial u_i} = \frac{\partial L}{\partial w_i}$$", "false"),
        (MOMENTS + r"$$\frac{\partial L}{\partial g_i} = \sum_j \frac{\partial L}{\partial w_j} u_j$$", "false"),
        (MOMENTS + r"$$v = \frac{1}{n} \sum_i a_i^2 - m^2$$", "agrees"),
        (MOMENTS + r"$$\sum_i u_i^2 = n$$", "conditional"),
        (r"$$\|a\|^2 = a^\top a$$", "agrees"),
        (r"$$\left(a a^\top\right) b = (a^\top b) a$$", "agrees"),
        (r"$$\left(a a^\top\right) b = (a^\top a) b$$", "false"),
        (r"$$\sqrt{t^2} = t$$", "conditional"),
        (r"$$|s + t| \le |s| + |t|$$", "agrees"),
        (r"$$|s + t| \ge |s| + |t|$$", "conditional"),
        (r"$$1 + t \le e^t$$", "agrees"),
        (r"$$1 + 2t \le e^t$$", "false"),
        (r"$$\tanh'(t) = 1 - \tanh^2(t)$$", "agrees"),
        (r"$$\frac{d}{dt} \log(1 + e^t) = \frac{1}{1 + e^{-t}}$$", "agrees"),
        (r"$$\frac{d}{dt} \log(1 + e^t) = \frac{1}{1 + e^{t}}$$", "false"),
        (r"$f(t) = \max(t, 0)$. $$f'(t) = 1_{t > 0}$$", "conditional"),
        (r"$$0.25 \cdot 0.3 = 0.075$$", "agrees"),
        (r"$$\sqrt{2} \approx 1.414$$", "agrees"),
        (r"$$\sqrt{2} \approx 1.424$$", "false"),
        (r"$$a \oplus b = b \oplus a$$", "not understood"),
        (r"$H(q) = -\sum_i q_i \log q_i$, $H(q, s) = -\sum_i q_i \log s_i$. $$H(q, s) = H(q)$$", "false"),
        (r"$R = \sqrt{\sum_i a_i^2}$, $s_i = 2 a_i$. $$R(s) = R$$", "not understood"),
        (r"$$\log t^2 = 2 \log t$$", "conditional"),
        (r"$$\tanh(t) = 1 - t$$", "false"),
        (r"$$\operatorname{tr}(A) = 7$$", "not understood"),
        (r"$$w := w - c h$$", "definition"),
        (r"$s_{t+1} = c s_t + h_t$. $$s_3 = c^2 s_1 + c h_1 + h_2$$", "agrees"),
        (r"$$\|a\|\|b\| \ge |a^\top b|$$", "agrees"),
        (r"$f(a) = a^\top a$. $$\nabla f(a) = 2 a$$", "agrees"),
        (r"$f(a) = a^\top a$. $$\nabla^2 f(a) = 2 I$$", "agrees"),
        (r"$$\sigma(t) = \frac{1}{1 + e^{-t}}$$ $$s'(t) = s(t) (1 - s(t))$$ where $s(t) = t \sigma(t)$.", "definition"),
        (SOFTMAX + "One-hot $y$. " + r"$$\frac{\partial \log p_i}{\partial z_j} = 1 - p_j$$", "false"),
        (r"$$\hat{q}_i = 2 q_i, \qquad \hat{q}_i + q_i = 3 q_i$$", "agrees"),
    ],
)
def test_a_relation_has_its_verdict(read: Read, text: str, verdict: str) -> None:
    found = last(read(text))
    assert str(found.verdict) == verdict, (found.link.latex, found.note, found.hypotheses, found.counterexample)


def test_a_false_relation_has_a_point_at_which_it_can_be_checked_and_an_edit(read: Read) -> None:
    found = last(read(r"$$(a - b)^2 = a^2 + 2ab + b^2$$"))
    assert found.counterexample is not None
    a, b = (int(found.counterexample.values[name]) for name in "ab")
    assert int(found.counterexample.left) == (a - b) ** 2 != (a + b) ** 2 == int(found.counterexample.right)
    assert found.repair is not None
    assert found.repair.edit == "- for +"
    assert found.repair.latex.replace(" ", "") == "(a-b)^2=a^2-2ab+b^2"


def test_an_edit_may_be_an_accent_that_was_lost(read: Read) -> None:
    found = last(read(r"$\hat{q}_i = q_i - 5$. $$\sum_i (q_i - 5)^2 = \sum_i \hat{q}_i q_i$$"))
    assert str(found.verdict) == "false"
    assert found.repair is not None
    assert found.repair.edit.startswith(r"\hat{q}_{i} for q_i")


def test_a_condition_that_would_do_is_named(read: Read) -> None:
    found = last(read(MOMENTS + r"$$\sum_i u_i^2 = n$$"))
    assert r"\epsilon = 0" in found.hypotheses
    found = last(read(r"For $t > 0$: $$\sqrt{t^2} = t$$"))
    assert found.hypotheses == ("t  >  0",) or found.hypotheses == ("t > 0",)


def test_each_link_of_a_chain_is_judged_and_it_is_said_where_the_chain_recovers(read: Read) -> None:
    report = read(r"$$(a + b)(a - b) = a^2 + b^2 = a^2 - b^2$$")
    assert verdicts(report) == ["false", "false"]
    assert "recovers" in report.relations[0].note
    assert "recovers" not in report.relations[1].note


def test_what_follows_from_a_false_line_is_judged_against_it_where_the_note_says_that_it_follows(read: Read) -> None:
    text = r"""$$A(a) = \sum_i a_i$$

$$A(a) = \sum_i 2 a_i$$
$$\implies A(a) = 2 \sum_i a_i$$
"""
    report = read(text)
    assert verdicts(report) == ["definition", "false", "agrees"]
    assert "implied by the line before" in report.relations[-1].reading


@pytest.mark.parametrize("sign", ["=", r"\neq"])
def test_a_case_is_told_before_the_display(read: Read, sign: str) -> None:
    value = "p_i (1 - p_i)" if sign == "=" else "-p_i p_j"
    text = SOFTMAX + rf"""

**Case $i {sign} j$:**

$$\frac{{\partial p_i}}{{\partial z_j}} = {value}$$
"""
    report = read(text)
    assert verdicts(report) == ["definition", "agrees"]
    assert last(report).reading == f"for i {sign} j"


def test_a_chain_of_definitions_defines_all_of_its_names(read: Read) -> None:
    report = read(r"$$r = R(a) = \sqrt{\frac{1}{n} \sum_{i=1}^n a_i^2}$$ $$r^2 = \frac{1}{n} \|a\|^2$$")
    assert verdicts(report) == ["definition", "definition", "agrees"]


def test_a_second_form_of_what_is_defined_is_a_claim(read: Read) -> None:
    report = read(r"$$m = \frac{1}{n} \sum_{i=1}^n a_i$$ $$m = \sum_{i=1}^n a_i$$")
    assert verdicts(report) == ["definition", "false"]


def test_a_section_may_define_a_name_anew(read: Read) -> None:
    text = "# One\n\nLet $q = 2a$.\n\n$$q - a = a$$\n\n# Two\n\nLet $q = 3a$.\n\n$$q - a = 2a$$\n"
    assert verdicts(read(text)) == ["definition", "agrees", "definition", "agrees"]


def test_a_recursion_needs_a_first_value(read: Read) -> None:
    text = r"$s_t = c s_{t-1} + h_t$%s. $$s_t = \sum_{k=1}^t c^{t-k} h_k$$"
    assert str(last(read(text % ", $s_0 = 0$")).verdict) == "agrees"
    assert str(last(read(text % "")).verdict) != "agrees"


def test_a_total_derivative_and_a_direct_one_are_told_apart(read: Read) -> None:
    text = MOMENTS.replace("(a_i - m)^2", "a_i^2 - m^2") + r"$$\frac{\partial v}{\partial a_i} = \frac{2}{n} a_i$$"
    assert str(last(read(text)).verdict) == "false"


def test_an_example_gives_values_to_what_is_rounded(read: Read) -> None:
    text = SOFTMAX + r"""Take $z = (1, 0)$:

$$p = (0.731, 0.269)$$
$$p = (0.732, 0.268)$$
"""
    report = read(text)
    assert verdicts(report)[-2:] == ["agrees", "false"]


def test_a_name_that_looks_defined_and_is_not_makes_nothing_false(read: Read) -> None:
    claims = r"\frac{\partial \hat{q}_i}{\partial q_j} = \delta_{ij}", r"\hat{q}_i - q_i = 1", r"\mu + q_i = 2 q_i"
    report = read("\n".join(f"$${one}$$" for one in claims))
    assert "false" not in verdicts(report)


def test_transposes_of_what_may_be_a_matrix_are_not_guessed(read: Read) -> None:
    found = last(read(r"$$\frac{\partial L}{\partial W} = X^\top \frac{\partial L}{\partial Y}$$"))
    assert str(found.verdict) == "not understood"


NOTATION = """<!-- symnorm
%s
-->

"""


MEAN = r"definitions = ['\mu = \frac{1}{n} \sum_{i=1}^n q_i']"
MATRIX = 'matrices = { A = ["n", "d"] }\nvectors = { q = "d" }'


@pytest.mark.parametrize(
    ("notation", "text", "verdict"),
    [
        (MEAN, r"$$\frac{\partial \mu}{\partial q_i} = \frac1n$$", "agrees"),
        (MATRIX, r"$$\|A q\|^2 = q^\top A^\top A q$$", "agrees"),
        (MATRIX, r"$$\|A q\|^2 = q^\top A A^\top q$$", "not understood"),
        (r"suppose = ['\sum_i y_i = 1']", r"$$\sum_i (y_i - c y_i) = 1 - c$$", "agrees"),
        ('positive = ["t"]', r"$$\sqrt{t^2} = t$$", "agrees"),
        ('dimensions = ["n"]', r"$$\sum_{i=1}^n (q_i + 1) = \sum_{i=1}^n q_i + n$$", "agrees"),
        ('losses = { J = ["q"] }', r"$$\frac{\partial J}{\partial q_i} = 0$$", "false"),
    ],
)
def test_the_notation_says_what_the_note_does_not(read: Read, notation: str, text: str, verdict: str) -> None:
    assert str(last(read(NOTATION % notation + text)).verdict) == verdict


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("vectros = ['x']", "did you mean vectors?"),
        ("vectors = 3", "vectors"),
        ("layout = 'sideways'", "layout is one of"),
        ("matrices = { A = ['n'] }", "a matrix has two numbers of entries"),
        ("definitions = ['x']", "a relation belongs here"),
        ("definitions = [", "this is no TOML"),
    ],
)
def test_a_wrong_notation_is_told(read: Read, notation: str, said: str) -> None:
    with pytest.raises(UserError, match=said.replace("?", r"\?")):
        read(NOTATION % notation + "$$a = a$$")


def test_what_agrees_is_proved_where_the_language_has_words_for_it(read: Read, tmp_path: Path) -> None:
    text = MOMENTS + r"""
$$\frac{\partial v}{\partial a_i} = \frac{2}{n} (a_i - m)$$
$$\frac{\partial L}{\partial v} = -\frac{1}{2} \sum_i \frac{\partial L}{\partial u_i} (a_i - m) (v + \epsilon)^{-3/2}$$
$$\frac{\partial v}{\partial a_i} = \frac{1}{n} (a_i - m)$$
$$\int_0^t s ds = \frac{t^2}{2}$$

With $S(t) = \frac{1}{1 + e^{-t}}$ and $W(t) = t S(t)$:

$$W'(t) = S(t) + t S(t) (1 - S(t))$$
"""
    report = read(text, prove=True)
    assert verdicts(report)[4:] == ["proved", "proved", "false", "agrees", "definition", "definition", "proved"]
    assert [r.certificate for r in report.relations if r.certificate] == ["note/1", "note/2", "note/3"]


def test_the_page_for_newcomers_shows_what_the_command_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[1] / "docs" / "read.md").read_text(encoding="utf-8")
    note = page.split("````markdown\n")[1].split("````")[0]
    shown = page.split("$ symnorm read note.md\n")[1].split("```")[0]
    (tmp_path / "note.md").write_text(note, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["read", "note.md"]) == 1
    assert capfd.readouterr().out == shown


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$$m = \frac1n \sum_{i=1}^n q_i$$ $$m = 0$$", "conditional"),
        (r"$$h_i = 2 q_i$$ $$h_i = \tanh(a q_i)$$", "not understood"),
        (r"$$h_i = 2 q_i$$ $$h_i = q_i$$", "false"),
        (r"$$h_i = 2 q_i$$ $$\frac{dh}{h} = dq$$", "not understood"),
    ],
)
def test_what_sets_a_value_or_brings_in_something_new_is_not_called_false(read: Read, text: str, verdict: str) -> None:
    assert str(last(read(text)).verdict) == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"Let $m = \frac{1}{n} \sum_{i=1}^n a_i$. $$(a - m \mathbf{1}_n)^{\mathrm{T}} \mathbf{1}_n = 0$$", "agrees"),
        (r"Let $m = \frac{1}{n} \sum_{i=1}^n a_i$. $$(a - m \mathbf{1}_n)^{\mathrm{T}} \mathbf{1}_n = n$$", "false"),
        (r"$$\mathbf{1}_n^\top (b_1, b_2, ..., b_n)^\top = \sum_{i=1}^n b_i$$", "agrees"),
        (r"$$\frac{ds}{1 - s^2} = \frac{ds}{(1 - s)(1 + s)}$$", "agrees"),
        (r"$$\frac{ds}{1 - s^2} = \frac{ds}{(1 - s)(1 - s)}$$", "false"),
        (r"$$\frac{ds}{1 - s^2} = dt$$", "not understood"),
        (r"$$|s| \gg |t|$$", "not understood"),
        (MOMENTS + r"$$\frac{a_i - m}{\sqrt{v}} \le 10$$", "false"),  # of more than 101 numbers, one stands out so far
        (MOMENTS + r"$$(a_i - m)^2 \le (n - 1) v$$", "agrees"),
        (r"$F(t) = 3t$. $$F(t) \equiv F$$", "definition"),
        (r"$y = 3t$. We define $$y = \tanh(a t)$$", "not understood"),
        (r"$y = 3t$. Hence $$y = 2t + t$$", "agrees"),
        (r"$y = 3t$. Hence $$y = 2t$$", "false"),
        (r"$$s = \pm t \quad \Rightarrow \quad s + t = 0$$", "conditional"),
        (r"$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$, $z = (1, 2)$. $$p_1 = 0.27$$", "agrees"),
        (r"$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$, $z = (1, 2)$. $$p_1 = 0.5$$", "false"),
        (r"With $\beta_2 = 0.98$: $\beta_2^2 \approx 0.9604$. With $$\beta_2 = 0.99$$", "definition"),
    ],
)
def test_what_papers_write(read: Read, text: str, verdict: str) -> None:
    assert verdicts(read(text))[-1] == verdict


SCOPED = r"""# Solutions

Let $y = 3t$.

$$y = 2t + t$$

# Appendix B

$$y + s = 2t + s$$
$$y = 3t$$

# Appendix C

$$y = 3t$$
"""


def test_a_name_means_something_else_below_a_heading(read: Read) -> None:
    scopes = "<!-- symnorm\n[scopes]\n\"Appendix B\" = ['y = 2t']\n\"Appendix C\" = ['y']\n-->\n"
    found = read(scopes + SCOPED)
    assert verdicts(found) == ["definition", "agrees", "agrees", "false", "not understood"]
    assert "y is open in this section" in last(found).note
    assert verdicts(read(SCOPED))[-1] == "agrees"


def test_nothing_is_proved_with_the_meaning_of_another_section(read: Read) -> None:
    scopes = "<!-- symnorm\n[scopes]\n\"Appendix B\" = ['y = 2t']\n-->\n"
    found = read(scopes + SCOPED, prove=True)
    assert verdicts(found)[1:4] == ["proved", "agrees", "false"]
