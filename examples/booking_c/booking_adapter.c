/* Drives the calendar of calendar.h for booking.model. A booking's handle is its id. */
#include <stdlib.h>

#include "booking_sut.h"
#include "calendar.h"

struct BookingSut {
  Calendar *calendar;
};

BookingSut *booking_reset(void) {
  BookingSut *sut = calloc(1, sizeof *sut);
  if (sut)
    sut->calendar = calendar_new(BOOKING_ROOMS, BOOKING_HOURS);
  if (sut && sut->calendar)
    return sut;
  free(sut);
  return NULL;
}

void booking_teardown(BookingSut *sut) {
  calendar_free(sut->calendar);
  free(sut);
}

BookingBookOutcome booking_book(BookingSut *sut, int64_t room, int64_t start, int64_t length,
                                BookingHandle *ret_new_booking) {
  switch (calendar_book(sut->calendar, (int)room, (int)start, (int)length, &ret_new_booking->id)) {
  case CALENDAR_DONE:
    return BOOKING_BOOK_CREATED;
  case CALENDAR_CONFLICT:
    return BOOKING_BOOK_CONFLICT;
  case CALENDAR_REJECTED:
    return BOOKING_BOOK_REJECTED;
  case CALENDAR_NO_MEMORY:
    seqcheck_environment("no memory is left");
    return BOOKING_BOOK_OTHER;
  default:
    return BOOKING_BOOK_OTHER;
  }
}

BookingCancelOutcome booking_cancel(BookingSut *sut, BookingHandle b) {
  switch (calendar_cancel(sut->calendar, b.id)) {
  case CALENDAR_DONE:
    return BOOKING_CANCEL_DONE;
  case CALENDAR_CANCELLED:
    return BOOKING_CANCEL_REFUSED;
  default:
    seqcheck_note("no booking has the id %llu", (unsigned long long)b.id);
    return BOOKING_CANCEL_OTHER;
  }
}

BookingFindOutcome booking_find(BookingSut *sut, int64_t room, int64_t hour, BookingHandle *ret_value) {
  return calendar_find(sut->calendar, (int)room, (int)hour, &ret_value->id) ? BOOKING_FIND_TAKEN : BOOKING_FIND_FREE;
}

/* More than the model can hold is cut here, which it then sees as a list that is too long. */
static void list(BookingSut *sut, CalendarFilter filter, BookingSetOfBooking *ret_value) {
  enum { MOST = sizeof ret_value->items / sizeof *ret_value->items };
  uint64_t ids[MOST];
  ret_value->count = calendar_list(sut->calendar, filter, ids, MOST);
  for (size_t i = 0; i < ret_value->count && i < MOST; i++)
    ret_value->items[i].id = ids[i];
}

void booking_observe_confirmed(BookingSut *sut, BookingSetOfBooking *ret_value) {
  list(sut, CALENDAR_CONFIRMED_ONLY, ret_value);
}

void booking_observe_cancelled(BookingSut *sut, BookingSetOfBooking *ret_value) {
  list(sut, CALENDAR_CANCELLED_ONLY, ret_value);
}
