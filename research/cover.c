/* Exact cover: of the options given those that hold each item once. Always the item with the fewest options left is
   covered next, its options by chance; after so many choices in vain everything begins anew.

   cover ITEMS SEED CHOICES < options

   An option is a line: how many items, and which, from 0. The numbers of the options found, from 0, are written to
   standard output; the same everywhere (whole numbers only). */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ITEMS = 128, MOST_OPTIONS = 1 << 17, MOST_CHOSEN = 32 };
typedef unsigned __int128 set;

static set options[MOST_OPTIONS];
static int possible[MOST_CHOSEN + 1][MOST_OPTIONS], chosen[MOST_CHOSEN];
static int items;
static long left;
static uint64_t state;

static uint32_t word(void) { /* xorshift64*, Vigna 2016 */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 2685821657736338717ULL) >> 32);
}

static int below(int limit) { return (int)(((uint64_t)word() * (uint32_t)limit) >> 32); }

static set bit(int item) { return (set)1 << item; }

static void count_into(int *count, uint64_t some, int from) {
    for (; some; some &= some - 1) count[from + __builtin_ctzll(some)]++;
}

/* The item, of those not covered, that the fewest of these options hold. */
static int scarcest(const int *from, int many, set covered, int *fewest) {
    int count[MOST_ITEMS] = {0}, best = -1;
    for (int at = 0; at < many; at++) {
        count_into(count, (uint64_t)options[from[at]], 0);
        count_into(count, (uint64_t)(options[from[at]] >> 64), 64);
    }
    for (int item = 0; item < items; item++)
        if (!(covered & bit(item)) && (best < 0 || count[item] < count[best])) best = item;
    *fewest = best < 0 ? 0 : count[best];
    return best;
}

/* How many options were chosen in all; 0 if it cannot be done so. */
static int covered_from(int depth, int many, set covered) {
    int fewest, item = scarcest(possible[depth], many, covered, &fewest);
    if (item < 0) return depth;
    if (!fewest || depth == MOST_CHOSEN || --left < 0) return 0;
    int *own = malloc(sizeof(int) * fewest), owned = 0, found = 0;
    for (int at = 0; at < many; at++)
        if (options[possible[depth][at]] & bit(item)) own[owned++] = possible[depth][at];
    for (; owned && !found && left >= 0; owned--) {
        int at = below(owned), further = 0;
        chosen[depth] = own[at], own[at] = own[owned - 1];
        for (int other = 0; other < many; other++)
            if (!(options[possible[depth][other]] & options[chosen[depth]]))
                possible[depth + 1][further++] = possible[depth][other];
        found = covered_from(depth + 1, further, covered | options[chosen[depth]]);
    }
    free(own);
    return found;
}

int main(int words, char **word_of) {
    if (words != 4) return 2;
    items = atoi(word_of[1]);
    state = 88172645463325252ULL ^ (strtoull(word_of[2], 0, 10) * 0x9E3779B97F4A7C15ULL);
    int many = 0, found = 0;
    for (int held; many < MOST_OPTIONS && scanf("%d", &held) == 1; many++)
        for (int item; held--; options[many] |= bit(item))
            if (scanf("%d", &item) != 1 || item < 0 || item >= items) return 1;
    if (items > MOST_ITEMS) return 2;
    for (long begun = 1; !found; begun++) {
        left = atol(word_of[3]);
        for (int at = 0; at < many; at++) possible[0][at] = at;
        found = covered_from(0, many, 0);
        if (found) fprintf(stderr, "begun %ld times\n", begun);
        if (!found && left >= 0) return 3; /* everything was tried */
    }
    for (int at = 0; at < found; at++) printf("%d\n", chosen[at]);
    return 0;
}
