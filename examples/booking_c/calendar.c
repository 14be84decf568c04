/* Bookings lie in one array in the order in which they were made; what is asked is found by walking over it. */
#include "calendar.h"

#include <stdlib.h>

typedef struct Booking {
  uint64_t id;
  int room, start, length;
  bool cancelled;
} Booking;

struct Calendar {
  int rooms, hours;
  Booking *bookings;
  size_t count, size;
  uint64_t last_id;
};

Calendar *calendar_new(int rooms, int hours) {
  Calendar *calendar = calloc(1, sizeof *calendar);
  if (calendar)
    *calendar = (Calendar){.rooms = rooms, .hours = hours};
  return calendar;
}

void calendar_free(Calendar *calendar) {
  if (!calendar)
    return;
  free(calendar->bookings);
  free(calendar);
}

/* Do they share an hour of one room? Those that only touch do not. */
static bool overlaps(const Booking *a, const Booking *b) {
  if (a->room != b->room)
    return false;
  return a->start < b->start + b->length && b->start < a->start + a->length;
}

/* Is somebody there already? */
static bool is_taken(const Calendar *calendar, const Booking *wanted) {
  for (size_t i = 0; i < calendar->count; i++) {
    const Booking *other = &calendar->bookings[i];
    if (!other->cancelled && overlaps(other, wanted))
      return true;
  }
  return false;
}

/* Puts a booking behind the others. */
static bool store(Calendar *calendar, const Booking *booking) {
  if (calendar->count == calendar->size) {
    const size_t size = calendar->size * 2 + 4;
    Booking *bookings = realloc(calendar->bookings, size * sizeof *bookings);
    if (!bookings)
      return false;
    calendar->bookings = bookings;
    calendar->size = size;
  }
  calendar->bookings[calendar->count++] = *booking;
  return true;
}

/* An id that no booking had before. */
static uint64_t next_id(Calendar *calendar) {
  return ++calendar->last_id;
}

CalendarAnswer calendar_book(Calendar *calendar, int room, int start, int length, uint64_t *ret_id) {
  Booking wanted = {.room = room, .start = start, .length = length};
  if (room < 1 || room > calendar->rooms || start < 0 || length < 1 || start > calendar->hours - length)
    return CALENDAR_REJECTED;
  if (is_taken(calendar, &wanted))
    return CALENDAR_CONFLICT;
  wanted.id = next_id(calendar);
  if (!store(calendar, &wanted))
    return CALENDAR_NO_MEMORY;
  *ret_id = wanted.id;
  return CALENDAR_DONE;
}

CalendarAnswer calendar_cancel(Calendar *calendar, uint64_t id) {
  for (size_t i = 0; i < calendar->count; i++) {
    Booking *booking = &calendar->bookings[i];
    if (booking->id != id)
      continue;
    if (booking->cancelled)
      return CALENDAR_CANCELLED;
    booking->cancelled = true;
    return CALENDAR_DONE;
  }
  return CALENDAR_UNKNOWN;
}

bool calendar_find(const Calendar *calendar, int room, int hour, uint64_t *ret_id) {
  for (size_t i = 0; i < calendar->count; i++) {
    const Booking *booking = &calendar->bookings[i];
    if (booking->cancelled || booking->room != room)
      continue;
    if (hour >= booking->start && hour < booking->start + booking->length) {
      *ret_id = booking->id;
      return true;
    }
  }
  return false;
}

size_t calendar_list(const Calendar *calendar, CalendarFilter filter, uint64_t *ret_ids, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < calendar->count; i++) {
    const Booking *booking = &calendar->bookings[i];
    if (booking->cancelled != (filter == CALENDAR_CANCELLED_ONLY))
      continue;
    if (count < most)
      ret_ids[count] = booking->id;
    count++;
  }
  return count;
}
