/* A small calendar: rooms that are booked by the hour. Bookings that overlap are turned down; a cancelled booking is
 * kept, and its hours are free again.
 *
 * Ownership: a Calendar is the caller's (calendar_free); ids are plain numbers that stay valid as long as it lives. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Calendar Calendar;

typedef enum CalendarAnswer {
  CALENDAR_DONE,
  CALENDAR_REJECTED,  /* no such room, or hours that the day does not have */
  CALENDAR_CONFLICT,  /* somebody has the room in one of these hours */
  CALENDAR_UNKNOWN,   /* no booking has this id */
  CALENDAR_CANCELLED, /* it was cancelled before */
  CALENDAR_NO_MEMORY
} CalendarAnswer;

typedef enum CalendarFilter { CALENDAR_CONFIRMED_ONLY, CALENDAR_CANCELLED_ONLY } CalendarFilter;

/* Rooms are 1..rooms, hours 0..hours-1. NULL where there is no memory. */
Calendar *calendar_new(int rooms, int hours);
void calendar_free(Calendar *calendar);

/* Hours start..start+length-1. */
CalendarAnswer calendar_book(Calendar *calendar, int room, int start, int length, uint64_t *ret_id);
CalendarAnswer calendar_cancel(Calendar *calendar, uint64_t id);

/* The booking that has the room at this hour, if there is one. */
bool calendar_find(const Calendar *calendar, int room, int hour, uint64_t *ret_id);

/* The ids of those that fit, in the order in which they were made; at most `most`. Returns how many fit. */
size_t calendar_list(const Calendar *calendar, CalendarFilter filter, uint64_t *ret_ids, size_t most);
