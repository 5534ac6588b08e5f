"""The record, its classes and pins: labels, rows and papers for Pocket and Committee."""
