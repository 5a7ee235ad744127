import {
  fileNameOf,
  type NativeContent,
  type NativeOption,
  nativeAt,
  nativeListAt,
  nativeTextAt,
} from './native-content.ts'

export function readVendorMessagesPayload(native: unknown, text: string): NativeContent {
  const data = nativeAt(native, 'interactiveData', 'data')
  const sections = nativeListAt(data, 'listPicker', 'sections')
  if (sections.length > 0) {
    return {
      options: sections.flatMap((section) => nativeListAt(section, 'items')).map(pickOf),
      multiple: sections.some((section) => nativeAt(section, 'multipleSelection') === true),
    }
  }
  const slots = nativeListAt(data, 'event', 'timeslots')
  return slots.length > 0
    ? { options: timesOf(slots, text) }
    : { files: nativeListAt(native, 'attachments').map(fileOf) }
}

const pickOf = (item: unknown): NativeOption => ({
  id: nativeTextAt(item, 'identifier') ?? '',
  title: nativeTextAt(item, 'title') ?? '',
  description: nativeTextAt(item, 'subtitle'),
})

/** The phone formats the times itself; the labels come from the last lines of the message's text, one per slot. */
function timesOf(slots: readonly unknown[], text: string): NativeOption[] {
  const labels = text.split('\n').slice(-slots.length)
  return slots.map((slot, index) => ({ id: nativeTextAt(slot, 'identifier') ?? '', title: labels[index] ?? '' }))
}

const fileOf = (attachment: unknown) => ({
  name: nativeTextAt(attachment, 'name') ?? fileNameOf(nativeTextAt(attachment, 'url') ?? ''),
  kind: nativeTextAt(attachment, 'mimeType')?.split('/')[0] ?? 'file',
})
