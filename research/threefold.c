/* Simulated annealing for research.threefold: whole numbers and IEEE multiplication only, so the same everywhere.

   threefold GOAL SEED

   Fifteen sessions over Z_2^5, an entry for each of four columns: five and their two images each under x -> the map's
   x, column 0 -> 1 -> 2 -> 0. Runs of MOVES moves until any two strangers have GOAL common opponents; then the sessions
   are written to standard output, and how many runs it took to standard error. The chance of a move that adds d is the
   power d of 1 / (1 + c + c c / 2 + c c c / 6), near exp(-c), with the cold c growing from COLD to 15 COLD. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 32, COLUMNS = 4, SESSIONS = 15, MOVES = 300000, REPEAT = 60 };
static const double COLD = 1.0 / 15, COLDER = 1.0000090269; /* 15^(1 / MOVES) */

static int goal, entry[SESSIONS][COLUMNS];
static uint64_t state;

static uint32_t word(void) { /* xorshift64*, Vigna 2016 */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 2685821657736338717ULL) >> 32);
}

static int below(int limit) { return (int)(((uint64_t)word() * (uint32_t)limit) >> 32); }

/* (a, b) to (b, a + b) in the first and in the second two digits: three times it is nothing. */
static int image(int x) { return (x >> 1 & 5) | ((x ^ x >> 1) & 5) << 1 | (x & 16); }

static void make_images(int first) {
    for (int at = first + 1; at < first + 3; at++) {
        for (int column = 0; column < 3; column++) entry[at][(column + 1) % 3] = image(entry[at - 1][column]);
        entry[at][3] = image(entry[at - 1][3]);
    }
}

/* What is missing to the goal, as squares, and what repeats cost; no more is counted once it is above most. */
static int cost(int most) {
    static int sums[COLUMNS][COLUMNS][SESSIONS];
    uint32_t met[COLUMNS][COLUMNS] = {{0}};
    int total = 0;
    for (int one = 0; one < COLUMNS; one++)
        for (int other = 0; other < COLUMNS; other++)
            for (int at = 0; at < SESSIONS; at++) {
                int sum = sums[one][other][at] = entry[at][one] ^ entry[at][other];
                total += one < other && met[one][other] >> sum & 1 ? REPEAT : 0;
                met[one][other] |= one == other ? 1u : 1u << sum;
            }
    for (int one = 0; one < COLUMNS && total <= most; one++)
        for (int other = one; other < COLUMNS; other++) {
            int common[SIZE] = {0};
            for (int by = 0; by < COLUMNS; by++)
                for (int at = 0; by != one && by != other && at < SESSIONS; at++)
                    for (int then = 0; then < SESSIONS; then++)
                        common[sums[one][by][at] ^ sums[by][other][then]]++;
            for (int sum = 0; sum < SIZE; sum++)
                if (!(met[one][other] >> sum & 1) && common[sum] < goal)
                    total += (goal - common[sum]) * (goal - common[sum]);
        }
    return total;
}

/* One move among the five; the cost after it. */
static int moved(int now, double chance) {
    int first = 3 * below(SESSIONS / 3), kept[COLUMNS], most = now;
    memcpy(kept, entry[first], sizeof kept);
    if (below(3))
        entry[first][below(COLUMNS)] = below(SIZE);
    else
        for (int column = 0; column < COLUMNS; column++) entry[first][column] = below(SIZE);
    make_images(first);
    double drawn = word(), all = 4294967296.0 * chance;
    for (; drawn < all; all *= chance) most++;
    int found = cost(most);
    if (found <= most) return found;
    memcpy(entry[first], kept, sizeof kept);
    make_images(first);
    return now;
}

int main(int words, char **word_of) {
    if (words != 3) return 2;
    goal = atoi(word_of[1]);
    state = 88172645463325252ULL ^ (strtoull(word_of[2], 0, 10) * 0x9E3779B97F4A7C15ULL);
    int runs = 0;
    for (int now = 1; now; runs++) {
        for (int first = 0; first < SESSIONS; first += 3) {
            for (int column = 0; column < COLUMNS; column++) entry[first][column] = below(SIZE);
            make_images(first);
        }
        now = cost(1 << 30);
        double cold = COLD;
        for (int move = 0; move < MOVES && now; move++, cold *= COLDER)
            now = moved(now, 1 / (1 + cold * (1 + cold / 2 * (1 + cold / 3))));
    }
    for (int at = 0; at < SESSIONS; at++)
        for (int column = 0; column < COLUMNS; column++)
            printf("%d%c", entry[at][column], column == COLUMNS - 1 ? '\n' : ' ');
    fprintf(stderr, "%d runs\n", runs);
    return 0;
}
