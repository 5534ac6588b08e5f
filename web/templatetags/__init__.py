"""Template filters for points, ranks, tiles and seats."""
