/* Firmware of the wind indicator for a bare ATmega328P at 16 MHz (Arduino Uno, Nano, Pro Mini).
 *
 * In:  Adalight frames at 115200 baud, 8N1: "Ada", count-1 high, low, high^low^0x55, then red, green, blue of each LED.
 * Out: WS2812 LEDs on D6 (PD6), and over the same line, one text line each:
 *        !P3 2A 11             a press: whose button, number 00..FF, exclusive-or of what stands before the last blank.
 *                              Said twice, AGAIN_MS apart, so that one lost byte loses no press.
 *        !fifthseat 1 power    after a start, and why: power, reset, brownout, watchdog.
 *        !fifthseat 1 waiting  every second while no frame comes.
 * Buttons to ground, pulled up inside: D2 D3 D4 D5 call for P1 P2 P3 P4, D7 calls the referee.
 *
 * No byte is lost while the LEDs are written. A WS2812 bit allows no interrupt, and a strip takes longer to write than
 * the receiver can hold (two bytes, 174 us); so the receiver is emptied by hand after each byte to the LEDs (every
 * 11 us). The line stays low for less than 4 us then, and a WS2812 takes 9 us and more for the end of a picture.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <stdbool.h>
#include <stdint.h>

#define BAUD_DIVISOR 16      /* 16 MHz / 8 / (16 + 1) = 117647: 2.1 % above 115200, as every Arduino does it */
#define LED_BIT 6            /* PD6 */
#define BUTTONS 5
#define MOST_LEDS 150        /* a lamp has 36 */
#define RECEIVED_SIZE 128    /* power of two; 150 LEDs take 5 ms to write, in which 52 bytes come */
#define SENT_SIZE 128        /* power of two; five presses at once, twice, are 100 bytes */
#define PRESSED_MS 2         /* a spark is shorter */
#define RELEASED_MS 20       /* contacts bounce for less; also the shortest pause between two presses */
#define AGAIN_MS 8
#define WAITING_PRESSES 8    /* whose second line is still to come */
#define GAP_MS 50            /* a pause within a frame: the rest of it is lost */
#define SILENT_MS 5000       /* then the picture is stale: better no table than a wrong one */
#define WINK_MS 2000
#define LIT_MS 250

static const uint8_t button_bit[BUTTONS] = {2, 3, 4, 5, 7};

/* ---- the line ---------------------------------------------------------------------------------------------------- */

static volatile uint8_t received[RECEIVED_SIZE];
static volatile uint8_t received_head, received_tail;
static volatile bool received_badly;

static volatile uint8_t sent[SENT_SIZE];
static volatile uint8_t sent_head, sent_tail;

/* Takes one byte out of the receiver; interrupts are off. */
static inline void receive(void)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    uint8_t next = (received_head + 1) & (RECEIVED_SIZE - 1);
    if ((status & (_BV(FE0) | _BV(DOR0))) || next == received_tail) {
        received_badly = true; /* another speed, noise, or a flood: what is being read now is worth nothing */
        return;
    }
    received[received_head] = byte;
    received_head = next;
}

ISR(USART_RX_vect)
{
    receive();
}

ISR(USART_UDRE_vect)
{
    if (sent_head == sent_tail) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = sent[sent_tail];
    sent_tail = (sent_tail + 1) & (SENT_SIZE - 1);
}

/* Queues the whole line or, if the host takes none of them, nothing of it. */
static void say(const char *line, uint8_t length)
{
    uint8_t room = (sent_tail - sent_head - 1) & (SENT_SIZE - 1);
    if (length > room)
        return;
    uint8_t head = sent_head;
    while (length--) {
        sent[head] = *line++;
        head = (head + 1) & (SENT_SIZE - 1);
    }
    cli();
    sent_head = head;
    UCSR0B |= _BV(UDRIE0);
    sei();
}

static void greet(const char *why)
{
    char line[24] = "!fifthseat 1 ";
    uint8_t length = 13;
    while (*why)
        line[length++] = *why++;
    line[length++] = '\n';
    say(line, length);
}

/* ---- the LEDs ---------------------------------------------------------------------------------------------------- */

static uint8_t picture[MOST_LEDS * 3]; /* red, green, blue, as they came */

/* One byte to the LEDs, highest bit first: 20 cycles a bit, high for 6 (0) or 13 (1). Interrupts are off. */
static inline void shine(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits = 8;
    __asm__ volatile(
        "1: out %[port], %[high]  \n\t" /*  0 */
        "   nop \n nop \n nop \n nop \n\t"
        "   sbrs %[byte], 7       \n\t" /*  5 */
        "   out %[port], %[low]   \n\t" /*  6: the end of a 0 */
        "   lsl %[byte]           \n\t" /*  7 */
        "   nop \n nop \n nop \n nop \n nop \n\t"
        "   out %[port], %[low]   \n\t" /* 13: the end of a 1 */
        "   dec %[bits]           \n\t"
        "   nop \n nop \n nop     \n\t"
        "   brne 1b               \n\t" /* 18, 19 */
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

static inline void shine_and_listen(uint8_t byte, uint8_t high, uint8_t low)
{
    shine(byte, high, low);
    if (UCSR0A & _BV(RXC0))
        receive();
}

/* Shows `lit` LEDs of the picture and then `dark` ones. */
static void show(uint8_t lit, uint8_t dark)
{
    uint8_t low = PORTD & (uint8_t)~_BV(LED_BIT);
    uint8_t high = low | _BV(LED_BIT);
    const uint8_t *led = picture;
    cli();
    for (; lit; lit--, led += 3) {
        shine_and_listen(led[1], high, low); /* WS2812 want green first */
        shine_and_listen(led[0], high, low);
        shine_and_listen(led[2], high, low);
    }
    for (uint16_t byte = (uint16_t)dark * 3; byte; byte--)
        shine_and_listen(0, high, low);
    sei();
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

enum { HUNT_A, HUNT_D, HUNT_A2, COUNT_HIGH, COUNT_LOW, COUNT_CHECK, COLOURS };

static uint8_t step;
static uint8_t count_high, count_low;
static uint32_t colours_left;
static uint16_t colours_kept;

/* Takes one byte of the line; true when it completes a frame, whose LEDs are then in the picture. */
static bool take(uint8_t byte)
{
    switch (step) {
    case HUNT_A:
        step = byte == 'A' ? HUNT_D : HUNT_A;
        break;
    case HUNT_D:
        step = byte == 'd' ? HUNT_A2 : byte == 'A' ? HUNT_D : HUNT_A;
        break;
    case HUNT_A2:
        step = byte == 'a' ? COUNT_HIGH : byte == 'A' ? HUNT_D : HUNT_A;
        break;
    case COUNT_HIGH:
        count_high = byte;
        step = COUNT_LOW;
        break;
    case COUNT_LOW:
        count_low = byte;
        step = COUNT_CHECK;
        break;
    case COUNT_CHECK:
        step = byte == (count_high ^ count_low ^ 0x55) ? COLOURS : byte == 'A' ? HUNT_D : HUNT_A;
        colours_left = (((uint16_t)count_high << 8 | count_low) + 1UL) * 3;
        colours_kept = 0;
        break;
    default:
        if (colours_kept < sizeof picture)
            picture[colours_kept++] = byte;
        if (--colours_left == 0) {
            step = HUNT_A;
            return true;
        }
    }
    return false;
}

/* ---- buttons ----------------------------------------------------------------------------------------------------- */

static struct {
    uint8_t changed_ms; /* how long the contact has been other than `down` says */
    bool down;
} button[BUTTONS];

static struct {
    uint8_t who, number, in_ms; /* in_ms 0: free */
} again[WAITING_PRESSES];

static uint8_t presses;

static char digit(uint8_t value)
{
    return value < 10 ? '0' + value : 'A' - 10 + value;
}

static void tell_press(uint8_t who, uint8_t number)
{
    char line[12] = "!";
    uint8_t length = 1, check = 0;
    if (who < 4) {
        line[length++] = 'P';
        line[length++] = '1' + who;
    } else
        line[length++] = 'R';
    line[length++] = ' ';
    line[length++] = digit(number >> 4);
    line[length++] = digit(number & 15);
    for (uint8_t i = 0; i < length; i++)
        check ^= line[i];
    line[length++] = ' ';
    line[length++] = digit(check >> 4);
    line[length++] = digit(check & 15);
    line[length++] = '\n';
    say(line, length);
}

static void pressed(uint8_t who)
{
    uint8_t number = presses++;
    tell_press(who, number);
    for (uint8_t i = 0; i < WAITING_PRESSES; i++)
        if (!again[i].in_ms) {
            again[i].who = who;
            again[i].number = number;
            again[i].in_ms = AGAIN_MS;
            return;
        }
}

/* Once a millisecond: a press counts as soon as the contact has held for PRESSED_MS, not after the bouncing. */
static void look_at_buttons(void)
{
    uint8_t pins = PIND;
    for (uint8_t i = 0; i < BUTTONS; i++) {
        bool down = !(pins & _BV(button_bit[i]));
        if (down == button[i].down) {
            button[i].changed_ms = 0;
            continue;
        }
        if (++button[i].changed_ms < (down ? PRESSED_MS : RELEASED_MS))
            continue;
        button[i].down = down;
        button[i].changed_ms = 0;
        if (down)
            pressed(i);
    }
    for (uint8_t i = 0; i < WAITING_PRESSES; i++)
        if (again[i].in_ms && --again[i].in_ms == 0)
            tell_press(again[i].who, again[i].number);
}

/* ---- time and start ---------------------------------------------------------------------------------------------- */

static volatile uint8_t ticks_ms;

ISR(TIMER0_COMPA_vect)
{
    ticks_ms++;
}

static uint8_t why_started __attribute__((section(".noinit")));

/* Before anything else: after a watchdog's reset the watchdog is still running, and at its shortest. */
void calm_the_watchdog(void) __attribute__((naked, used, section(".init3")));
void calm_the_watchdog(void)
{
    why_started = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static const char *cause(void)
{
    if (why_started & _BV(WDRF))
        return "watchdog";
    if (why_started & _BV(BORF))
        return "brownout";
    return why_started & _BV(EXTRF) ? "reset" : "power";
}

static void start(void)
{
    DDRD = _BV(LED_BIT);
    for (uint8_t i = 0; i < BUTTONS; i++) {
        PORTD |= _BV(button_bit[i]);
        button[i].down = true; /* a button held (or stuck) since the start has to be let go first */
    }
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00); /* 16 MHz / 64 / 250: a millisecond */
    OCR0A = 249;
    TIMSK0 = _BV(OCIE0A);
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0 = BAUD_DIVISOR;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_500MS);
    sei();
}

/* The look while no host speaks: dark, and the first LED winks every two seconds. */
static void wait_visibly(bool lit)
{
    picture[0] = picture[1] = picture[2] = lit ? 8 : 0;
    show(1, MOST_LEDS - 1);
}

int main(void)
{
    uint16_t silent_ms = SILENT_MS; /* since the last whole frame; nothing has been shown yet */
    uint16_t wink_ms = 0;
    uint8_t gap_ms = 0;
    uint8_t last_ms = 0;

    start();
    greet(cause());
    for (;;) {
        wdt_reset();
        cli();
        if (received_badly) {
            received_badly = false;
            received_tail = received_head;
            step = HUNT_A;
        }
        if (received_head == received_tail && ticks_ms == last_ms) {
            sleep_enable();
            sei(); /* takes effect after the next instruction, so that no interrupt slips in between */
            sleep_cpu();
            sleep_disable();
            continue;
        }
        sei();

        while (received_head != received_tail) {
            uint8_t byte = received[received_tail];
            received_tail = (received_tail + 1) & (RECEIVED_SIZE - 1);
            gap_ms = 0;
            if (take(byte)) {
                silent_ms = 0;
                show(colours_kept / 3, 0);
            }
            wdt_reset();
            if (ticks_ms != last_ms)
                break; /* a flood must not keep the buttons waiting */
        }

        while (ticks_ms != last_ms) {
            last_ms++;
            look_at_buttons();
            if (step != HUNT_A && ++gap_ms >= GAP_MS)
                step = HUNT_A;
            if (silent_ms < SILENT_MS) {
                silent_ms++;
                wink_ms = 0;
                continue;
            }
            /* step is HUNT_A or the host is in the middle of a frame, which the wink would spoil */
            if (step == HUNT_A && wink_ms == 0)
                wait_visibly(true);
            if (step == HUNT_A && wink_ms == LIT_MS)
                wait_visibly(false);
            if (wink_ms == WINK_MS / 4 || wink_ms == WINK_MS * 3 / 4)
                greet("waiting");
            wink_ms = wink_ms + 1 < WINK_MS ? wink_ms + 1 : 0;
        }
    }
}
