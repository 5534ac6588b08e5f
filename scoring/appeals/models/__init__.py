"""What is stored of appeals: target, steps with decisions, fee, signatures, attachments, corrections (3.12, 3.13)."""
