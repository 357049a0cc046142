"""What a release tries of a package that was just installed."""

import sudoku_lab

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

assert sudoku_lab.solve(PUZZLE) == SOLUTION
assert sudoku_lab.count("." * 81, limit=9) == 9
assert sudoku_lab.generate(2, seed=1).num_rows == 2
print("solved in Python by", sudoku_lab.__file__)
