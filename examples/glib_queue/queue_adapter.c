/* Drives GLib's GQueue for queue.model: each function does one call on a queue and says what came back.
 * Values are small positive integers kept in the pointers themselves, so that an empty answer, NULL, is no value. */
#include <glib.h>
#include <stdlib.h>

#include "queue_sut.h"

struct QueueSut {
  GQueue queue;
};

static QueueOptionalInt optional_value(gpointer data) {
  return (QueueOptionalInt){.some = data != NULL, .value = GPOINTER_TO_INT(data)};
}

QueueSut *queue_reset(void) {
  QueueSut *sut = g_new0(QueueSut, 1);
  g_queue_init(&sut->queue);
  return sut;
}

void queue_teardown(QueueSut *sut) {
  g_queue_clear(&sut->queue);
  g_free(sut);
}

QueuePushHeadOutcome queue_push_head(QueueSut *sut, int64_t v) {
  g_queue_push_head(&sut->queue, GINT_TO_POINTER((gint)v));
  return QUEUE_PUSH_HEAD_DONE;
}

QueuePushTailOutcome queue_push_tail(QueueSut *sut, int64_t v) {
  g_queue_push_tail(&sut->queue, GINT_TO_POINTER((gint)v));
  return QUEUE_PUSH_TAIL_DONE;
}

QueuePopHeadOutcome queue_pop_head(QueueSut *sut, QueueOptionalInt *ret_value) {
  *ret_value = optional_value(g_queue_pop_head(&sut->queue));
  return ret_value->some ? QUEUE_POP_HEAD_POPPED : QUEUE_POP_HEAD_EMPTY;
}

QueuePopTailOutcome queue_pop_tail(QueueSut *sut, QueueOptionalInt *ret_value) {
  *ret_value = optional_value(g_queue_pop_tail(&sut->queue));
  return ret_value->some ? QUEUE_POP_TAIL_POPPED : QUEUE_POP_TAIL_EMPTY;
}

QueuePeekHeadOutcome queue_peek_head(QueueSut *sut, QueueOptionalInt *ret_value) {
  *ret_value = optional_value(g_queue_peek_head(&sut->queue));
  return QUEUE_PEEK_HEAD_DONE;
}

QueuePeekTailOutcome queue_peek_tail(QueueSut *sut, QueueOptionalInt *ret_value) {
  *ret_value = optional_value(g_queue_peek_tail(&sut->queue));
  return QUEUE_PEEK_TAIL_DONE;
}

QueuePeekNthOutcome queue_peek_nth(QueueSut *sut, int64_t n, QueueOptionalInt *ret_value) {
  *ret_value = optional_value(g_queue_peek_nth(&sut->queue, (guint)n));
  return QUEUE_PEEK_NTH_DONE;
}

QueueLengthOutcome queue_length(QueueSut *sut, int64_t *ret_value) {
  *ret_value = g_queue_get_length(&sut->queue);
  return QUEUE_LENGTH_DONE;
}

QueueIndexOfOutcome queue_index_of(QueueSut *sut, int64_t v, QueueOptionalInt *ret_value) {
  gint index = g_queue_index(&sut->queue, GINT_TO_POINTER((gint)v));
  *ret_value = (QueueOptionalInt){.some = index >= 0, .value = index};
  return QUEUE_INDEX_OF_DONE;
}

QueueReverseOutcome queue_reverse(QueueSut *sut) {
  g_queue_reverse(&sut->queue);
  return QUEUE_REVERSE_DONE;
}

QueueRemoveFirstOutcome queue_remove_first(QueueSut *sut, int64_t v) {
  return g_queue_remove(&sut->queue, GINT_TO_POINTER((gint)v)) ? QUEUE_REMOVE_FIRST_REMOVED
                                                               : QUEUE_REMOVE_FIRST_MISSING;
}

QueueRemoveAllOutcome queue_remove_all(QueueSut *sut, int64_t v, int64_t *ret_value) {
  *ret_value = g_queue_remove_all(&sut->queue, GINT_TO_POINTER((gint)v));
  return QUEUE_REMOVE_ALL_DONE;
}

QueueClearOutcome queue_clear(QueueSut *sut) {
  g_queue_clear(&sut->queue);
  return QUEUE_CLEAR_DONE;
}

/* Forwards through `next`; the links back are held against it, since a queue that is right in one direction only is
 * wrong. */
void queue_observe_contents(QueueSut *sut, QueueSeqOfInt *ret_value) {
  GList *before = NULL;
  ret_value->count = 0;
  for (GList *link = sut->queue.head; link; before = link, link = link->next) {
    if (ret_value->count == G_N_ELEMENTS(ret_value->items) || link->prev != before) {
      seqcheck_note("the queue is longer than its bound, or a link back is wrong");
      ret_value->count = 0;
      return;
    }
    ret_value->items[ret_value->count++] = GPOINTER_TO_INT(link->data);
  }
  if (sut->queue.tail != before)
    seqcheck_note("`tail` is not the last link");
}

bool queue_observe_is_empty(QueueSut *sut) {
  return g_queue_is_empty(&sut->queue);
}
