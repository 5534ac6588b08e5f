"""Printed certificates of results and pins, and the register of pins as a workbook."""
