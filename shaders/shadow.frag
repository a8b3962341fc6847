// Draws depth alone.
void main() {
}
