/**
 * The visual system: every size, weight and color of the console. `theme.ts` hands the tokens to Mantine and to style
 * sheets; features name them (`size="sm"`, `var(--mantine-spacing-md)`) and never write a size or color of their own.
 */

/** Steps of ten shades, from the lightest to the darkest. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

/** Neutral shades of the light scheme, slightly blue. 0 sidebar, 1 hover, 3 borders, 4 outlines, 7 quiet text, 9 text. */
const gray: Shades = [
  '#f7f8f9',
  '#f0f2f4',
  '#e6e9ec',
  '#dde1e5',
  '#c5ccd3',
  '#a3acb6',
  '#6b7580',
  '#566270',
  '#333c47',
  '#1b222a',
]

/** Neutral shades of the dark scheme. 0 text, 2 quiet text, 4 borders, 5 hover, 6 raised, 7 page, 8 sidebar. */
const dark: Shades = [
  '#e6e8eb',
  '#c3c8ce',
  '#a7b0bb',
  '#8e97a1',
  '#363b41',
  '#2a2e33',
  '#1f2226',
  '#17191c',
  '#101214',
  '#0a0b0c',
]

/** The accent of the product: links, the main action of a page, what is chosen. */
const harbour: Shades = [
  '#e6f7f6',
  '#d0ecea',
  '#a3d9d5',
  '#73c5bf',
  '#4cb3ac',
  '#33a8a0',
  '#1f9a92',
  '#0f7f78',
  '#0b6e6e',
  '#045a5a',
]

/** Deletion and failure. The filled shades are dark enough for white text in both schemes. */
const red: Shades = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#fa5252',
  '#e03131',
  '#d62d2d',
  '#c92a2a',
]

export const palette = { gray, dark, harbour, red }

/** Which shade of the accent is filled, with white text on it. */
export const accentShade = { light: 8, dark: 7 } as const

/** Colors by what they are for, as `[light, dark]`. Text on a surface has a contrast of 4.5 to 1 or more; a test measures it. */
export const colors = {
  page: ['#ffffff', dark[7]],
  sidebar: [gray[0], dark[8]],
  raised: ['#ffffff', dark[6]],
  hover: [gray[1], dark[5]],
  chosen: [gray[2], dark[5]],
  selectedRow: [harbour[0], '#10302f'],
  border: [gray[3], dark[4]],
  outline: [gray[4], dark[4]],
  text: [gray[9], dark[0]],
  quiet: [gray[7], dark[2]],
  placeholder: [gray[6], dark[3]],
  link: [harbour[8], harbour[4]],
  error: ['#c92a2a', '#ff8787'],
  // What is added or passed, needs care, is removed or failed: a surface, a stronger one, a line, text on them, text on the page.
  goodSurface: ['#e3f6ec', '#153629'],
  goodStrong: ['#bfeccf', '#1a5236'],
  goodLine: ['#1f8a4c', '#3ecf8e'],
  goodText: ['#083b2b', '#d3f9e8'],
  goodInk: ['#1f6b2d', '#69db7c'],
  warnSurface: ['#fff3d1', '#43370f'],
  warnStrong: ['#ffe066', '#5c4700'],
  warnHover: ['#ffd43b', '#6e5600'],
  warnLine: ['#a86f00', '#ffd43b'],
  warnText: ['#3d2f00', '#fff3c4'],
  warnInk: ['#8a4b00', '#ffd43b'],
  badSurface: ['#ffe5e3', '#4a1e1c'],
  badStrong: ['#ffd6d6', '#641e1e'],
  badLine: ['#c92a2a', '#ff8787'],
  badText: ['#4a0606', '#ffe3e3'],
  /** Internal notes. */
  noteSurface: ['#fff9db', '#2b240f'],
  selection: ['#b9dedb', '#1f4f4d'],
  activeLine: ['rgb(0 0 0 / 3%)', 'rgb(255 255 255 / 3%)'],
  veil: ['rgb(240 240 240 / 60%)', 'rgb(20 20 20 / 60%)'],
  syntaxName: ['#0b5cad', '#7db7f5'],
  syntaxId: ['#8a3b00', '#f0b27a'],
  syntaxSlot: ['#0b6e3a', '#86d9a5'],
} as const satisfies Record<string, readonly [string, string]>

/** The button that publishes: filled, with white text, in both schemes. */
export const liveColor = '#1f6b2c'

/** Brand colors that the identity of an agent offers; each carries white text. */
export const brandSwatches = ['#0b6e6e', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#c2410c', '#237032', '#343a40']

/** Type scale in pixels, for a mouse and for a thumb: phones are read from farther away, and iOS zooms into smaller fields. */
export const fontSizes = {
  xs: { mouse: 12, touch: 13 },
  sm: { mouse: 13, touch: 15 },
  md: { mouse: 14, touch: 16 },
  lg: { mouse: 16, touch: 18 },
  xl: { mouse: 20, touch: 22 },
} as const
export const lineHeights = { xs: 1.4, sm: 1.45, md: 1.5, lg: 1.5, xl: 1.35 } as const

/** A page is an h2, a part of it h3, a section h4, a card h5, a group of fields h6. */
export const headings = {
  h1: { size: 24, lineHeight: 1.3 },
  h2: { size: 20, lineHeight: 1.35 },
  h3: { size: 16, lineHeight: 1.4 },
  h4: { size: 15, lineHeight: 1.4 },
  h5: { size: 14, lineHeight: 1.4 },
  h6: { size: 13, lineHeight: 1.4 },
} as const

/** Three weights: text, labels and controls, titles. */
export const weights = { normal: 400, medium: 500, strong: 600 } as const

/** Steps of four pixels. */
export const spacing = { xs: 8, sm: 12, md: 16, lg: 24, xl: 32 } as const

/** sm: chips and checkboxes; md: controls; lg: cards, tables, dialogs; xl: what floats above a page. */
export const radii = { xs: 2, sm: 4, md: 6, lg: 8, xl: 12 } as const

/** Only what floats has a shadow: menus, dialogs, the save bar. Cards and tables have a border. */
export const shadows = {
  xs: '0 1px 2px rgb(16 24 32 / 6%)',
  sm: '0 1px 3px rgb(16 24 32 / 8%), 0 1px 2px rgb(16 24 32 / 6%)',
  md: '0 6px 16px rgb(16 24 32 / 10%), 0 1px 3px rgb(16 24 32 / 8%)',
  lg: '0 12px 28px rgb(16 24 32 / 14%), 0 2px 6px rgb(16 24 32 / 8%)',
  xl: '0 20px 48px rgb(16 24 32 / 18%), 0 4px 10px rgb(16 24 32 / 8%)',
} as const

/** Heights in pixels, for a mouse and for a thumb. */
export const density = {
  /** Buttons and fields. */
  control: { mouse: 32, touch: 44 },
  /** The same in toolbars and tables. */
  small: { mouse: 28, touch: 44 },
  /** The smallest target. */
  target: { mouse: 24, touch: 44 },
  /** Rows of a table. */
  row: { mouse: 40, touch: 52 },
  /** Entries of menus and the sidebar. */
  entry: { mouse: 32, touch: 44 },
  header: { mouse: 52, touch: 56 },
} as const

/** Widths in pixels of pages and dialogs that hold text and fields; lists use all the width there is. */
export const widths = { sidebar: 232, form: 720, reading: 640, dialog: 480, panel: 520 } as const
