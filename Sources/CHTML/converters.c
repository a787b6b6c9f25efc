// Debian's static libxml2 asks ICU for what it cannot decode itself, and Debian's ICU would bring
// thirty megabytes of tables. All that is read here is UTF-8, so these say that ICU has no converter.
// They are hidden: a program that is linked to the shared libraries uses those of ICU.
#if defined(__linux__) && __has_include(<unicode/ucnv.h>)

#pragma GCC visibility push(hidden)
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

UConverter *ucnv_open(const char *name, UErrorCode *error) {
  (void)name;
  *error = U_UNSUPPORTED_ERROR;
  return NULL;
}

void ucnv_close(UConverter *converter) { (void)converter; }

void ucnv_convertEx(
  UConverter *target, UConverter *source, char **to, const char *to_limit, const char **from,
  const char *from_limit, UChar *pivot, UChar **pivot_from, UChar **pivot_to,
  const UChar *pivot_limit, UBool reset, UBool flush, UErrorCode *error
) {
  *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setToUCallBack(
  UConverter *converter, UConverterToUCallback action, const void *context,
  UConverterToUCallback *old_action, const void **old_context, UErrorCode *error
) {
  *error = U_UNSUPPORTED_ERROR;
}

void ucnv_setFromUCallBack(
  UConverter *converter, UConverterFromUCallback action, const void *context,
  UConverterFromUCallback *old_action, const void **old_context, UErrorCode *error
) {
  *error = U_UNSUPPORTED_ERROR;
}

void UCNV_TO_U_CALLBACK_STOP(
  const void *context, UConverterToUnicodeArgs *arguments, const char *units, int32_t count,
  UConverterCallbackReason reason, UErrorCode *error
) {}

void UCNV_FROM_U_CALLBACK_STOP(
  const void *context, UConverterFromUnicodeArgs *arguments, const UChar *units, int32_t count,
  UChar32 point, UConverterCallbackReason reason, UErrorCode *error
) {}

#pragma GCC visibility pop
#endif
