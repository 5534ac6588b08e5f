"""The doors: views, URLs, forms and tables of Desk, Floor, Table, Wall, Pocket and Committee."""
