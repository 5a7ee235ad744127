const isoTimestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)/g
const local = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export const localizeTimestamps = (text: string): string =>
  text.replaceAll(isoTimestamp, (at) => (Number.isNaN(Date.parse(at)) ? at : local.format(new Date(at))))
