/* Simulated annealing for stored charts: whole numbers and IEEE multiplication only, so the same on every machine.

   anneal repeats TABLES SESSIONS SEED MOVES < chart    few meetings twice; sessions exchange two seats
   anneal fewest TABLES SESSIONS SEED MOVES < chart     the same where some must meet three times
   anneal numbers TABLES SESSIONS SEED MOVES < chart    few needless visits; sessions exchange two table numbers

   The chart is SESSIONS x TABLES x 4 positions from 0, read from standard input; the best chart seen is written to
   standard output in the same form, its cost to standard error. The chance of a step that adds d falls from HOT^d to
   COLD^d over the moves. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TABLES = 64, MOST_SESSIONS = 64, MOST = 4 * MOST_TABLES };

static int tables, sessions, players;
static int chart[MOST_SESSIONS][MOST], best[MOST_SESSIONS][MOST];
static int met[MOST][MOST], visits[MOST][MOST_TABLES];
static int again; /* what a meeting costs that is not the first, beside the number of earlier ones */
static uint64_t state;

static uint32_t word(void) { /* xorshift64*, Vigna 2016 */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 2685821657736338717ULL) >> 32);
}

static int below(int limit) { return (int)(((uint64_t)word() * (uint32_t)limit) >> 32); }

static int taken(int added, double chance) {
    if (added <= 0) return 1;
    double all = 4294967296.0;
    while (added-- > 0) all *= chance;
    return word() < all;
}

static int price(int meetings) { return meetings ? again + meetings : 0; }

/* What it adds to the cost of meetings if the players of two seats of a session are exchanged. */
static int added_repeats(const int *session, int one, int other) {
    const int *mates = session + (one & ~3), *others = session + (other & ~3);
    int a = session[one], b = session[other], sum = 0;
    for (int at = 0; at < 4; at++) {
        if (mates[at] != a) sum += price(met[b][mates[at]]) - price(met[a][mates[at]] - 1);
        if (others[at] != b) sum += price(met[a][others[at]]) - price(met[b][others[at]] - 1);
    }
    return sum;
}

static void count_table(const int *four, int by) {
    for (int one = 0; one < 4; one++)
        for (int other = 0; other < 4; other++)
            if (one != other) met[four[one]][four[other]] += by;
}

static int exchange_seats(double chance) {
    int *session = chart[below(sessions)], one = below(players), other = below(players);
    if (one >> 2 == other >> 2) return 0;
    int added = added_repeats(session, one, other);
    if (!taken(added, chance)) return 0;
    count_table(session + (one & ~3), -1);
    count_table(session + (other & ~3), -1);
    int kept = session[one];
    session[one] = session[other];
    session[other] = kept;
    count_table(session + (one & ~3), 1);
    count_table(session + (other & ~3), 1);
    return added;
}

static int exchange_numbers(double chance) {
    int allowed = (sessions + tables - 1) / tables, added = 0;
    int *session = chart[below(sessions)], one = below(tables), other = below(tables);
    if (one == other) return 0;
    int *here = session + 4 * one, *there = session + 4 * other;
    for (int at = 0; at < 4; at++) {
        added += (visits[here[at]][other] >= allowed) - (visits[here[at]][one] > allowed);
        added += (visits[there[at]][one] >= allowed) - (visits[there[at]][other] > allowed);
    }
    if (!taken(added, chance)) return 0;
    for (int at = 0; at < 4; at++) {
        visits[here[at]][one]--, visits[here[at]][other]++;
        visits[there[at]][other]--, visits[there[at]][one]++;
        int kept = here[at];
        here[at] = there[at];
        there[at] = kept;
    }
    return added;
}

static int cost(int numbers) {
    int allowed = (sessions + tables - 1) / tables, sum = 0;
    for (int one = 0; one < players; one++) {
        for (int other = 0; other < one; other++)
            for (int times = 1; !numbers && times < met[one][other]; times++) sum += price(times);
        for (int table = 0; table < tables; table++)
            if (numbers && visits[one][table] > allowed) sum += visits[one][table] - allowed;
    }
    return sum;
}

int main(int count, char **words) {
    if (count != 6) return 2;
    int numbers = !strcmp(words[1], "numbers");
    again = strcmp(words[1], "fewest") ? 0 : 4;
    tables = atoi(words[2]), sessions = atoi(words[3]), players = 4 * tables;
    state = 88172645463325252ULL ^ (strtoull(words[4], 0, 10) * 0x9E3779B97F4A7C15ULL);
    long long moves = atoll(words[5]);
    if (tables < 2 || tables > MOST_TABLES || sessions < 1 || sessions > MOST_SESSIONS) return 2;
    for (int session = 0; session < sessions; session++) {
        for (int at = 0; at < players; at++) {
            if (scanf("%d", &chart[session][at]) != 1) return 1;
            visits[chart[session][at]][at >> 2]++;
        }
        for (int at = 0; at < players; at += 4) count_table(chart[session] + at, 1);
    }
    int now = cost(numbers), least = now;
    memcpy(best, chart, sizeof chart);
    double hot = numbers ? 0.12 : again ? 0.7 : 0.25, cold = again ? 0.2 : 0.002;
    for (long long move = 0; move < moves && least; move++) {
        double chance = hot + (cold - hot) * ((double)move / (double)moves);
        now += numbers ? exchange_numbers(chance) : exchange_seats(chance);
        if (now < least) {
            least = now;
            memcpy(best, chart, sizeof chart);
        }
    }
    for (int session = 0; session < sessions; session++)
        for (int at = 0; at < players; at++) printf("%d%c", best[session][at], at == players - 1 ? '\n' : ' ');
    fprintf(stderr, "%d\n", least);
    return 0;
}
