"""What a hall published of its event: the pages that people at home read on a federation's server."""
