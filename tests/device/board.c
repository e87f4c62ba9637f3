/* A board to plug in: runs the real firmware in simavr, at the speed of real time, behind a pseudo terminal.
 *
 *     board FIRMWARE.hex
 *
 * Commands, one a line, on standard input; reports, one a line, on standard output:
 *     down N / up N     finger on / off button N (0..3 the seats', 4 the referee's)   -> down|up N
 *     bounce N          on and off within 5 ms, then on                               -> bounce N
 *     skip MS           lets MS milliseconds of the board's life pass at once         -> skipped MS
 *     reset             the reset button                                              -> reset
 *     jam               the program is caught in an endless loop                      -> jam
 *     hang / resume     the board neither runs nor takes bytes / goes on              -> hang / resume
 *     unplug / plug     the pseudo terminal goes away / comes back, the board afresh  -> unplug / port PATH
 *     report            -> report overruns=N gap=CYCLES wrong=N sleeps=PERCENT stack=BYTES
 * Unasked: "port PATH" at the start, "show CYCLE RRGGBB..." for every picture that the LEDs would take over.
 *
 * The wire is modelled: a byte takes 1389 cycles; the receiver holds three, and a fourth is an overrun; a host at another
 * speed is heard and answered in the bits that the wire would then carry.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_hex.h"
#include "sim_io.h"
#include "sim_irq.h"

#define HZ 16000000
#define BAUD 115200
#define BYTE_CYCLES (HZ / BAUD * 10)
#define LATCH_CYCLES (50 * (HZ / 1000000)) /* the low time after which the LEDs show what they got */
#define SLICE_CYCLES (HZ / 4000)

static avr_t *avr;
static avr_uart_t *uart;
static int master = -1, slave = -1;
static bool hung;
static const int button_pin[] = {2, 3, 4, 5, 7};

static long overruns, wrong_bits;
static avr_cycle_count_t longest_gap, slept, lived;
static uint16_t lowest_stack = 0xffff;

/* ---- LEDs -------------------------------------------------------------------------------------------------------- */

static uint8_t leds[4096];
static size_t led_bits;
static avr_cycle_count_t rose, fell;

static void latch(void)
{
    if (!led_bits)
        return;
    printf("show %llu ", (unsigned long long)fell);
    for (size_t i = 0; i + 2 < (led_bits + 7) / 8; i += 3)
        printf("%02X%02X%02X", leds[i + 1], leds[i], leds[i + 2]);
    printf("\n");
    if (led_bits % 24)
        wrong_bits++;
    led_bits = 0;
}

static void on_led_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (value) {
        avr_cycle_count_t low = avr->cycle - fell;
        if (led_bits && low >= LATCH_CYCLES)
            latch();
        if (led_bits && low > longest_gap)
            longest_gap = low;
        rose = avr->cycle;
        return;
    }
    if (!rose)
        return; /* the pin as it was before the program began */
    avr_cycle_count_t high = avr->cycle - rose; /* WS2812: 200..500 ns is 0, 650..950 ns is 1 */
    bool one = high >= 10 && high <= 15;
    if (!one && !(high >= 3 && high <= 8))
        wrong_bits++;
    if (led_bits < sizeof leds * 8) {
        uint8_t mask = 0x80 >> (led_bits & 7);
        leds[led_bits / 8] = one ? leds[led_bits / 8] | mask : leds[led_bits / 8] & ~mask;
        led_bits++;
    }
    fell = avr->cycle;
}

/* ---- the wire ---------------------------------------------------------------------------------------------------- */

static uint8_t coming[65536];
static size_t coming_from, coming_to;
static avr_cycle_count_t wire_free;

static long host_baud(void)
{
    static const struct { speed_t speed; long baud; } known[] = {
        {B9600, 9600}, {B19200, 19200}, {B38400, 38400}, {B57600, 57600}, {B115200, 115200}, {B230400, 230400}};
    struct termios t;
    if (master >= 0 && tcgetattr(master, &t) == 0)
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (known[i].speed == cfgetospeed(&t))
                return known[i].baud;
    return BAUD;
}

/* What a receiver at speed `to` makes of one byte sent at speed `from`; at most 16 bytes, each with 0x8000 if its stop
 * bit is missing. */
static int heard(uint8_t byte, long from, long to, uint16_t *out)
{
    if (from == to) {
        out[0] = byte;
        return 1;
    }
    int n = 0;
    double bit = (double)to / from; /* bits of the receiver per bit of the sender */
    double at = 0;
    while (at < 10 * bit && n < 16) {
#define LEVEL(x) ((int)((x) / bit) == 0 ? 0 : (int)((x) / bit) >= 9 ? 1 : (byte >> ((int)((x) / bit) - 1)) & 1)
        if (LEVEL(at)) {
            at += 0.25;
            continue;
        }
        uint16_t value = 0;
        for (int i = 0; i < 8; i++)
            value |= LEVEL(at + 1.5 + i) << i;
        if (!LEVEL(at + 9.5))
            value |= UART_INPUT_FE;
        out[n++] = value;
        at += 10;
    }
    return n;
}

static void on_byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    uint16_t words[16];
    int n = heard(value, BAUD, host_baud(), words);
    for (int i = 0; i < n && master >= 0; i++) {
        uint8_t byte = words[i] & UART_INPUT_FE ? 0 : words[i];
        if (write(master, &byte, 1) < 0 && errno != EAGAIN)
            return; /* the host does not read: as on a real wire the byte is gone */
    }
}

static void take_from_host(void)
{
    if (master < 0 || coming_to - coming_from > 256)
        return;
    if (coming_from == coming_to)
        coming_from = coming_to = 0;
    uint8_t bytes[512];
    ssize_t got = read(master, bytes, sizeof coming - coming_to < sizeof bytes * 16 ? 0 : sizeof bytes);
    long baud = host_baud();
    for (ssize_t i = 0; i < got; i++) {
        uint16_t words[16];
        int n = heard(bytes[i], baud, BAUD, words);
        for (int k = 0; k < n && coming_to + 1 < sizeof coming; k++) {
            coming[coming_to++] = words[k] >> 8;
            coming[coming_to++] = words[k];
        }
    }
    if (coming_from && coming_from * 2 > sizeof coming) {
        memmove(coming, coming + coming_from, coming_to - coming_from);
        coming_to -= coming_from;
        coming_from = 0;
    }
}

static void deliver(void)
{
    if (coming_from >= coming_to || avr->cycle < wire_free)
        return;
    uint16_t word = coming[coming_from] << 8 | coming[coming_from + 1];
    coming_from += 2;
    uart->cycles_per_byte = BYTE_CYCLES; /* simavr counts eleven bits a byte */
    if (((uart->input.write - uart->input.read) & 63) >= 3)
        overruns++;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), word);
    wire_free = (wire_free + BYTE_CYCLES > avr->cycle ? wire_free : avr->cycle) + BYTE_CYCLES;
}

static void unplug(void)
{
    if (slave >= 0)
        close(slave);
    if (master >= 0)
        close(master);
    master = slave = -1;
    coming_from = coming_to = 0;
}

static void plug(void)
{
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) || unlockpt(master)) {
        perror("pseudo terminal");
        exit(2);
    }
    slave = open(ptsname(master), O_RDWR | O_NOCTTY); /* stays open: a host that closes it has not unplugged the board */
    struct termios t;
    tcgetattr(slave, &t);
    cfmakeraw(&t);
    cfsetspeed(&t, B115200);
    tcsetattr(slave, TCSANOW, &t);
    printf("port %s\n", ptsname(master));
}

/* ---- the board --------------------------------------------------------------------------------------------------- */

static void button(int n, bool down)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), button_pin[n]), !down);
}

static void no_sleep(avr_t *a, avr_cycle_count_t cycles)
{
    (void)a, (void)cycles; /* time is kept in `main` */
}

static void reset(void)
{
    avr_reset(avr);
    wire_free = avr->cycle;
    led_bits = 0;
}

static void live(avr_cycle_count_t until)
{
    avr_cycle_count_t from = avr->cycle;
    while (avr->cycle < until) {
        take_from_host();
        avr_cycle_count_t pause = avr->cycle + SLICE_CYCLES < until ? avr->cycle + SLICE_CYCLES : until;
        while (avr->cycle < pause) {
            deliver();
            avr_cycle_count_t before = avr->cycle;
            int state = avr_run(avr);
            if (state == cpu_Sleeping)
                slept += avr->cycle - before;
            if (state == cpu_Done || state == cpu_Crashed) {
                printf("crashed\n");
                exit(1);
            }
            uint16_t stack = avr->data[R_SPL] | avr->data[R_SPH] << 8;
            if (stack > 0x100 && stack < lowest_stack)
                lowest_stack = stack;
        }
        if (led_bits && avr->cycle - fell >= LATCH_CYCLES)
            latch();
    }
    lived += avr->cycle - from;
}

static void jam(void)
{
    /* rjmp to itself, in the last word of the flash, which the firmware does not use */
    avr->flash[avr->flashend - 1] = 0xff;
    avr->flash[avr->flashend] = 0xcf;
    avr->pc = avr->flashend - 1;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void obey(const char *line)
{
    char word[16] = "";
    int n = 0;
    sscanf(line, "%15s %d", word, &n);
    if (!strcmp(word, "down"))
        button(n, true);
    else if (!strcmp(word, "up"))
        button(n, false);
    else if (!strcmp(word, "bounce")) {
        for (int i = 0; i < 10; i++) {
            button(n, i % 2 == 0);
            live(avr->cycle + HZ / 2000 + 1000 * (i % 3)); /* some contacts last long enough to be sampled */
        }
        button(n, true);
    } else if (!strcmp(word, "skip"))
        live(avr->cycle + (avr_cycle_count_t)n * (HZ / 1000));
    else if (!strcmp(word, "reset"))
        reset();
    else if (!strcmp(word, "jam"))
        jam();
    else if (!strcmp(word, "hang") || !strcmp(word, "resume"))
        hung = word[0] == 'h';
    else if (!strcmp(word, "unplug"))
        unplug();
    else if (!strcmp(word, "plug")) {
        reset();
        plug();
        return;
    } else if (!strcmp(word, "report")) {
        printf("report overruns=%ld gap=%llu wrong=%ld sleeps=%llu stack=%d\n", overruns,
               (unsigned long long)longest_gap, wrong_bits, (unsigned long long)(lived ? slept * 100 / lived : 0),
               avr->ramend - lowest_stack);
        return;
    } else {
        printf("what?\n");
        return;
    }
    printf("%s %d\n", !strcmp(word, "skip") ? "skipped" : word, n);
}

int main(int argc, char **argv)
{
    uint32_t size, start;
    uint8_t *program = argc == 2 ? read_ihex_file(argv[1], &size, &start) : NULL;
    avr = avr_make_mcu_by_name("atmega328p");
    if (!program || !avr) {
        fprintf(stderr, "usage: board FIRMWARE.hex\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    avr_init(avr);
    avr->frequency = HZ;
    avr->log = LOG_NONE;
    avr->sleep = no_sleep;
    avr->codeend = avr->flashend;
    avr_loadcode(avr, program, size, start);
    for (avr_io_t *port = avr->io_port; port; port = port->next)
        if (!strcmp(port->kind, "uart"))
            uart = (avr_uart_t *)port;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_led_pin, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte_out, NULL);
    for (int i = 0; i < 5; i++)
        button(i, false);
    fcntl(0, F_SETFL, O_NONBLOCK);
    plug();

    char line[64];
    size_t length = 0;
    double last_s = now_s();
    for (;;) {
        struct pollfd sources[] = {{0, POLLIN, 0}, {master, hung ? 0 : POLLIN, 0}};
        poll(sources, coming_from < coming_to ? 0 : 2, 1);
        double s = now_s();
        double passed_s = s - last_s < 0.05 ? s - last_s : 0.05; /* a computer that is too slow slows the board, too */
        last_s = s;
        if (!hung)
            live(avr->cycle + (avr_cycle_count_t)(passed_s * HZ));
        char c;
        ssize_t got;
        while ((got = read(0, &c, 1)) == 1) {
            if (c != '\n' && length + 1 < sizeof line) {
                line[length++] = c;
                continue;
            }
            line[length] = 0;
            length = 0;
            obey(line);
        }
        if (got == 0)
            return 0;
    }
}
