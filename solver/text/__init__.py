"""Reading and writing boards, deals and moves as text and JSON."""
