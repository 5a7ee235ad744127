import { markerKinds } from '@parley/amf'

/** Syntax of a marker, with `<fields>` to fill in, and the row names it allows. */
type MarkerForm = { written: string; rows?: readonly string[] }
export type MarkerHelp = Required<MarkerForm> & { name: string }

const time = '2030-01-31T15:30:00+00:00'

const forms: Record<string, MarkerForm> = {
  chips: { written: '[[chips: <One> | <Another>]]' },
  'ask.choice': { written: '[[ask.choice #<id> | <Which one?>\n<first> = <The first>\n<second> = <The second>\n]]' },
  'ask.time': { written: `[[ask.time #<id> | <When suits you?>\n<one> = <${time}>\n]]` },
  'ask.location': { written: '[[ask.location #<id> | <Where are you?>]]' },
  confirm: { written: '[[confirm #<id> | <Shall I?> | <Yes> | <No>]]' },
  showcase: { written: '[[showcase #<id> | <Have a look>\n<item> = <Title> ~ <Description>\n]]' },
  'share.event': {
    written: `[[share.event | <Title>\nstart = <${time}>\n]]`,
    rows: ['start', 'end', 'location', 'description', 'prompt'],
  },
  'share.place': {
    written: '[[share.place | <Name>\naddress = <Address>\n]]',
    rows: ['address', 'latitude', 'longitude', 'prompt'],
  },
  'share.contact': {
    written: '[[share.contact | <Name>\nphone = <+12025550143>\n]]',
    rows: ['phone', 'email', 'url', 'organization', 'prompt'],
  },
  media: { written: '[[media: <https://example.com/picture.png> | <What it shows>]]' },
  card: {
    written: '[[card: <Title>\ndescription = <Description>\n]]',
    rows: ['description', 'image', 'chips'],
  },
  carousel: { written: '[[carousel\n[[card: <First>]]\n[[card: <Second>]]\n]]' },
  template: { written: '[[template: <id>]]' },
  things: { written: '[[things: <id>]]' },
  collection: { written: '[[collection: <id>]]' },
}

export const markerHelps: readonly MarkerHelp[] = markerKinds.map(({ name }) => {
  const { written, rows = [] } = forms[name] ?? { written: `[[${name}: <text>]]` }
  return { name, written, rows }
})

/** Converts to a CodeMirror snippet whose fields are reached with Tab. */
export const markerSnippetOf = ({ written }: MarkerHelp): string =>
  written.replace(/<([^<>]*)>/g, (_, field: string) => `\${${field}}`)

/** The marker with its field names as placeholder text. */
export const markerExampleOf = ({ written }: MarkerHelp): string => written.replace(/<([^<>]*)>/g, '$1')
