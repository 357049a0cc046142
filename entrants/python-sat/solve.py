"""Sudoku for a SAT solver: a puzzle a line in, an answer a line out.

A variable says that a cell holds a digit. The rules are clauses, the clues of a puzzle are assumptions,
so one solver answers all lines, and keeps what it has learnt of the rules. With --unique, the first
solution is forbidden and the solver is asked again.
"""

import sys
from itertools import combinations, product

try:
    from pysat.solvers import Cadical195
except ImportError:
    sys.exit("python-sat is not installed: pip install python-sat")

NINE = range(9)


def holds(row, column, digit):
    """The variable of a digit, from 0, in a cell."""
    return 81 * row + 9 * column + digit + 1


def rules():
    """Each cell has a digit; no cell has two, and no row, column or box has a digit twice."""
    cells = [[holds(r, c, d) for d in NINE] for r, c in product(NINE, NINE)]
    rows = [[holds(r, c, d) for c in NINE] for r, d in product(NINE, NINE)]
    columns = [[holds(r, c, d) for r in NINE] for c, d in product(NINE, NINE)]
    boxes = [
        [holds(b // 3 * 3 + i // 3, b % 3 * 3 + i % 3, d) for i in NINE]
        for b, d in product(NINE, NINE)
    ]
    yield from cells
    for group in cells + rows + columns + boxes:
        yield from ([-one, -other] for one, other in combinations(group, 2))


def answer(solver, line, unique, fresh):
    """The answer to a puzzle; `fresh` is a variable that no clause has yet."""
    clues = [9 * at + int(cell) for at, cell in enumerate(line) if cell != "."]
    if not solver.solve(assumptions=clues):
        return "none"
    solution = [variable for variable in solver.get_model()[:729] if variable > 0]
    if unique:
        solver.add_clause([-fresh] + [-variable for variable in solution])
        if solver.solve(assumptions=clues + [fresh]):
            return "several"
    return "".join(str((variable - 1) % 9 + 1) for variable in solution)


def main():
    unique = sys.argv[1:] == ["--unique"]
    with Cadical195(bootstrap_with=rules()) as solver:
        for number, line in enumerate(sys.stdin):
            print(answer(solver, line.strip(), unique, 730 + number))


main()
