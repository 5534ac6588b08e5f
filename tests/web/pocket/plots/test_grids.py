"""Who met whom, as a grid of numbers."""

from web.pocket.plots.grids import meeting_grid

MET = {(0, 1): [3], (1, 0): [3], (0, 2): [1, 4], (2, 0): [1, 4]}


def test_cells_say_the_session_and_who_had_more_points() -> None:
    lead = {(0, 1): 1, (1, 0): -1, (0, 2): 0, (2, 0): 0}
    players = [("1", "王伟"), ("2", "佐藤 翔太"), ("3", "ROSSI Anna")]
    grid = meeting_grid(players, lambda *pair: MET.get(pair, ()), lambda *pair: lead[pair])
    assert grid is not None
    assert (grid.height, grid.width, grid.cell) == (122, "28.67%", 26)
    assert grid.columns == [("16.67%", "1"), ("50%", "2"), ("83.33%", "3")]
    first, second, third = grid.rows
    assert [(cell.middle, cell.look, cell.text) for cell in first.cells] == [
        ("50%", "more", "3"),
        ("83.33%", "same", "2×"),
    ]
    assert [(cell.middle, cell.look, cell.text) for cell in second.cells] == [("16.67%", "fewer", "3")]
    assert [cell.text for cell in third.cells] == ["2×"]
    assert (first.label_at, first.top, first.base, first.itself, first.name) == (20, 24, 41, "16.67%", "王伟")
    assert second.label_at == 54


def test_players_who_never_met_have_no_grid() -> None:
    assert meeting_grid([("1", "a"), ("2", "b")], lambda _row, _column: (), lambda _row, _column: 0) is None
    assert meeting_grid([], lambda _row, _column: (), lambda _row, _column: 0) is None
