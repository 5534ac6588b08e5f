"""Write the facts of a sheet, its versions and what is derived from them."""
