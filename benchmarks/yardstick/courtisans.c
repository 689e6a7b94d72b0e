/* Random matches of Courtisans, written by hand: the yardstick of how fast a processor can play them.
 *
 * The same rules, the same random stream and the same order of choices as `camarilla.games.courtisans.rules`, and
 * nothing else: no actions as numbers, no observation, nothing that a spectator would want to know. So each match can be
 * compared with ours, not only their averages. `benchmarks/limit.py` compiles, compares and measures it.
 */

#include <stdint.h>
#include <string.h>

enum { FAMILIES = 6, KINDS = 30, NOBLES = 6, ASSASSINS = 12, GUARDS = 18, SPIES = 24 };
enum { SEATS = 5, HAND = 3, DECK = 90, HIDDEN = 12, SPOTS = 2 + SEATS, MISSIONS = 32 };
enum { ABOVE, BELOW, DOMAIN, QUEEN = 1, OWN = 2, OTHER = 4 };
enum { DISGRACE, LIGHT_AT_LEAST, DISGRACE_AT_LEAST, NEUTRAL_AT_LEAST, LIGHT_AT_MOST, FEWER, ROLE, EVERY_BELOW };

typedef struct { /* as the record that our rules read: bytes, without gaps */
    int8_t players;
    uint8_t total[KINDS], away, twice, deal[2], points, missions;
    uint8_t stack[MISSIONS], condition[MISSIONS], family[MISSIONS][2], role[MISSIONS], number[MISSIONS];
} Data;

typedef struct { uint8_t card, spot, gone; } Spy;

typedef struct {
    uint8_t laid[SPOTS][KINDS], hand[SEATS][HAND], held[SEATS], pile[DECK], mission[SEATS][2];
    Spy spy[HIDDEN];
    int spies, left;
} Match;

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static const uint64_t STEP = 0x9E3779B97F4A7C15u;

static uint64_t start(uint64_t seed) { return mix(seed + STEP); }

static int below(uint64_t *stream, int n) {
    *stream += STEP;
    return (int)(((mix(*stream) >> 32) * (uint64_t)n) >> 32);
}

/* --- Set-up --- */

static void order(uint8_t *one, uint8_t *other) {
    if (*one > *other) {
        uint8_t card = *one;
        *one = *other;
        *other = card;
    }
}

static void draw(Match *m, int seat) {
    uint8_t *hand = m->hand[seat];
    for (int i = 0; i < HAND; i++) hand[i] = m->pile[--m->left];
    order(hand, hand + 1), order(hand + 1, hand + 2), order(hand, hand + 1);
    m->held[seat] = HAND;
}

static int is_dealt(const Data *t, const Match *m, int mission) {
    for (int seat = 0; seat < t->players; seat++)
        if (m->mission[seat][0] == mission + 1 || m->mission[seat][1] == mission + 1) return 1;
    return 0;
}

static int deal(const Data *t, Match *m, uint64_t *stream) {
    int cards = 0;
    memset(m->laid, 0, sizeof m->laid);
    memset(m->mission, 0, sizeof m->mission);
    m->spies = 0;
    for (int card = 0; card < KINDS; card++)
        for (int i = 0; i < t->total[card]; i++) m->pile[cards++] = (uint8_t)card;
    for (int i = cards - 1; i > 0; i--) {
        int j = below(stream, i + 1);
        uint8_t card = m->pile[i];
        m->pile[i] = m->pile[j];
        m->pile[j] = card;
    }
    m->left = cards;
    for (int seat = 0; seat < t->players; seat++) draw(m, seat);
    for (int seat = 0; seat < t->players; seat++)
        for (int i = 0; i < 2; i++) {
            int mission;
            do mission = below(stream, t->missions);
            while (t->stack[mission] != t->deal[i] || is_dealt(t, m, mission));
            m->mission[seat][i] = (uint8_t)(mission + 1);
        }
    return below(stream, t->players);
}

/* --- A turn --- */

typedef struct { uint8_t card, spot; } Option;

static int placements(const Data *t, const Match *m, int seat, int zones, Option *out) {
    int n = 0, before = -1;
    for (int i = 0; i < m->held[seat]; i++) {
        uint8_t card = m->hand[seat][i];
        if (card == before) continue;
        before = card;
        if (zones & QUEEN) out[n++] = (Option){card, ABOVE}, out[n++] = (Option){card, BELOW};
        if (zones & OWN) out[n++] = (Option){card, (uint8_t)(DOMAIN + seat)};
        if (zones & OTHER)
            for (int steps = 1, at = seat; steps < t->players; steps++) {
                at = at + 1 < t->players ? at + 1 : 0;
                out[n++] = (Option){card, (uint8_t)(DOMAIN + at)};
            }
    }
    return n;
}

static void take(Match *m, int seat, uint8_t card) {
    uint8_t *hand = m->hand[seat];
    int i = 0;
    while (hand[i] != card) i++;
    m->held[seat]--;
    for (; i < m->held[seat]; i++) hand[i] = hand[i + 1];
}

/* Spies lie in order of turn and spot; `first` is the first of this turn. */
static void lay_spy(Match *m, uint8_t card, uint8_t spot, int first) {
    int i = m->spies++;
    for (; i > first && m->spy[i - 1].spot > spot; i--) m->spy[i] = m->spy[i - 1];
    m->spy[i] = (Spy){card, spot, 0};
}

/* Whom the assassin may remove: a spy is told by a card that there is not, KINDS and on. */
static int victims(Match *m, uint8_t assassin, int spot, Option *out) {
    int begin = spot < DOMAIN ? ABOVE : spot, end = spot < DOMAIN ? DOMAIN : spot + 1, n = 0;
    m->laid[spot][assassin]--; /* never itself */
    for (int card = 0; card < GUARDS; card++)
        for (int at = begin; at < end; at++) {
            out[n] = (Option){(uint8_t)card, (uint8_t)at};
            n += m->laid[at][card] > 0;
        }
    m->laid[spot][assassin]++;
    for (int i = 0; i < m->spies; i++) {
        out[n] = (Option){(uint8_t)(KINDS + i), 0};
        n += !m->spy[i].gone && begin <= m->spy[i].spot && m->spy[i].spot < end;
    }
    return n;
}

/* --- The end --- */

static int cards_of(const Match *m, int spot, int kin) {
    int n = 0;
    for (int card = kin; card < KINDS; card += FAMILIES) n += m->laid[spot][card];
    return n;
}

static int weight(const Match *m, int spot, int kin) { return cards_of(m, spot, kin) + m->laid[spot][NOBLES + kin]; }

static int counted(const Data *t, const Match *m, int spot, int kin) {
    return t->twice ? weight(m, spot, kin) : cards_of(m, spot, kin);
}

static int fulfilled(const Data *t, const Match *m, int seat, int mission, const int *standing, const int *number_of) {
    int number = t->number[mission], kin = t->family[mission][0], n = 0;
    switch (t->condition[mission]) {
    case DISGRACE: return standing[kin] < 0 || standing[t->family[mission][1]] < 0;
    case LIGHT_AT_LEAST: return number_of[2] >= number;
    case DISGRACE_AT_LEAST: return number_of[0] >= number;
    case NEUTRAL_AT_LEAST: return number_of[1] >= number;
    case LIGHT_AT_MOST: return number_of[2] <= number;
    case FEWER: return counted(t, m, DOMAIN + seat, kin) < counted(t, m, DOMAIN + (seat + 1) % t->players, kin);
    case ROLE:
        for (int i = 0; i < FAMILIES; i++) n += m->laid[DOMAIN + seat][t->role[mission] * FAMILIES + i];
        return n >= number;
    case EVERY_BELOW:
        for (int i = 0; i < FAMILIES; i++)
            if (!cards_of(m, BELOW, i)) return 0;
        return 1;
    default:
        for (int i = 0; i < FAMILIES; i++)
            if (counted(t, m, BELOW, i) >= number) return 1;
        return 0;
    }
}

static void score(const Data *t, Match *m, int16_t *points, int8_t *places) {
    int standing[FAMILIES], number_of[3] = {0, 0, 0};
    for (int i = 0; i < m->spies; i++)
        if (!m->spy[i].gone) m->laid[m->spy[i].spot][m->spy[i].card]++;
    for (int kin = 0; kin < FAMILIES; kin++) {
        int balance = weight(m, ABOVE, kin) - weight(m, BELOW, kin);
        standing[kin] = (balance > 0) - (balance < 0);
        number_of[standing[kin] + 1]++;
    }
    for (int seat = 0; seat < t->players; seat++) {
        int sum = 0;
        for (int kin = 0; kin < FAMILIES; kin++) sum += standing[kin] * weight(m, DOMAIN + seat, kin);
        for (int i = 0; i < 2; i++)
            sum += t->points * fulfilled(t, m, seat, m->mission[seat][i] - 1, standing, number_of);
        points[seat] = (int16_t)sum;
    }
    for (int seat = 0; seat < t->players; seat++) {
        places[seat] = 1;
        for (int other = 0; other < t->players; other++) places[seat] += points[other] > points[seat];
    }
}

/* --- Whole matches --- */

static void play(const Data *t, Match *m, uint64_t seed, int16_t *points, int8_t *places, int32_t *about) {
    uint64_t stream = start(seed), chance = start(seed ^ 0x5EA7);
    Option out[64];
    int mover = deal(t, m, &stream), decisions = 0, moves = 0;
    about[2] = mover;
    while (m->held[mover]) {
        int zones = QUEEN | OWN | OTHER, first = m->spies;
        while (zones) {
            int n = placements(t, m, mover, zones, out);
            Option chosen = out[n > 1 ? below(&chance, n) : 0];
            decisions += n > 1, moves++;
            take(m, mover, chosen.card);
            zones &= ~(chosen.spot < DOMAIN ? QUEEN : chosen.spot == DOMAIN + mover ? OWN : OTHER);
            if (chosen.card >= SPIES) {
                lay_spy(m, chosen.card, chosen.spot, first);
                continue;
            }
            m->laid[chosen.spot][chosen.card]++;
            if (chosen.card < ASSASSINS || chosen.card >= GUARDS) continue;
            n = victims(m, chosen.card, chosen.spot, out);
            if (!n) continue;
            decisions++, moves++;
            int which = below(&chance, n + 1) - 1; /* the first choice is to spare everybody */
            if (which < 0) continue;
            if (out[which].card >= KINDS)
                m->spy[out[which].card - KINDS].gone = 1;
            else
                m->laid[out[which].spot][out[which].card]--;
        }
        if (m->left > t->away) draw(m, mover);
        mover = mover + 1 < t->players ? mover + 1 : 0;
    }
    about[0] = decisions;
    about[1] = moves;
    score(t, m, points, places);
}

void play_matches(const Data *t, uint64_t seed, uint64_t first, int64_t n, int16_t *points, int8_t *places, int32_t *about) {
    Match match;
    for (int64_t i = 0; i < n; i++) {
        uint64_t dealt = mix(start(seed) + (first + (uint64_t)i) * STEP);
        play(t, &match, dealt, points + i * t->players, places + i * t->players, about + i * 3);
    }
}
