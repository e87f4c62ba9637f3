"""The firmware of a bare ATmega328P board (Arduino Uno or Nano): Adalight in, WS2812 out, five buttons back."""
