"""Measurements of drawing lots, charts and draws by standings."""
