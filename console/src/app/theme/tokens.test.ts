import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { accentShade, brandSwatches, colors, density, fontSizes, liveColor, palette } from './tokens.ts'

const sources = join(import.meta.dirname, '../..')

/** The luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

type Name = keyof typeof colors
const readable: [text: Name, surfaces: Name[]][] = [
  ['text', ['page', 'sidebar', 'raised', 'hover', 'chosen', 'selectedRow', 'noteSurface', 'selection']],
  ['quiet', ['page', 'sidebar', 'raised', 'hover']],
  ['placeholder', ['page', 'raised']],
  ['link', ['page', 'sidebar', 'raised', 'hover']],
  ['error', ['page', 'raised']],
  ['goodText', ['goodSurface', 'goodStrong']],
  ['warnText', ['warnSurface', 'warnStrong', 'warnHover', 'noteSurface']],
  ['badText', ['badSurface', 'badStrong']],
  ['goodInk', ['page', 'hover']],
  ['warnInk', ['page', 'hover']],
  ['text', ['goodSurface', 'goodStrong', 'warnSurface', 'badSurface']],
  ['syntaxName', ['page']],
  ['syntaxId', ['page']],
  ['syntaxSlot', ['page']],
]

test('text has a contrast of 4.5 to 1 or more on every surface that carries it, in both schemes', () => {
  const weak = readable.flatMap(([text, surfaces]) =>
    surfaces.flatMap((surface) =>
      ([0, 1] as const)
        .map((scheme) => [scheme, contrast(colors[text][scheme], colors[surface][scheme])] as const)
        .filter(([, ratio]) => ratio < 4.5)
        .map(([scheme, ratio]) => `${text} on ${surface} in ${['light', 'dark'][scheme]}: ${ratio.toFixed(2)}`),
    ),
  )
  assert.deepEqual(weak, [])
})

test('white text is readable on everything that is filled', () => {
  const filled = [palette.harbour[accentShade.light], palette.harbour[accentShade.dark], liveColor, ...brandSwatches]
  const weak = [...filled, palette.red[8], palette.red[7]].filter((color) => contrast(color, '#ffffff') < 4.5)
  assert.deepEqual(weak, [])
})

test('a thumb has targets of 44 pixels, and fields that iOS does not zoom into', () => {
  for (const { touch } of Object.values(density)) assert.ok(touch >= 44)
  assert.ok(fontSizes.md.touch >= 16)
  for (const { mouse } of Object.values(density)) assert.ok(mouse >= 24)
})

/** Files that may state colors and sizes of their own, each with the reason. */
const exceptions: [path: RegExp, reason: string][] = [
  [/^app\/theme\/tokens(\.test)?\.ts$/, 'the tokens themselves'],
  [/^components\/handset\//, 'phones look like the apps of other makers'],
  [/^components\/HoursClock\.tsx$/, 'the text of a drawing scales with the drawing'],
]

const rules: [files: RegExp, text: RegExp, say: string][] = [
  [/\.(tsx|css)$|\/(codemirror|markers)\.ts$/, /#[0-9a-f]{3,8}\b(?![-/.])/i, 'a color'],
  [/\.(tsx?|css)$/, /\b(rgba?|hsla?)\(/, 'a color'],
  [/\.css$/, /font-size:\s*[\d.]+(px|rem|em)/, 'a font size'],
  [/\.css$/, /font-weight:\s*\d/, 'a font weight'],
  [/\.tsx?$/, /\bfontSize(=|:)\s*["'{]*\d/, 'a font size'],
  [/\.tsx$/, /\b(fz|fs)=\{?["']?\d/, 'a font size'],
  [/\.tsx$/, /\bfw=\{(?!(400|500|600|.*\?.*)\})/, 'a font weight'],
]

/** Not code: imports like `#i18n/app.ts`, comments, and links to a heading. */
const withoutNames = (line: string): string =>
  line.replace(/'#i18n[^']*'|^\s*(\/\/|\*|\/\*).*|href="#[^"]*"/g, '').replace(/placeholder="#[^"]*"/g, '')

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

test('only the tokens state colors, font sizes and font weights', () => {
  const files = listFiles(sources)
    .map((path) => relative(sources, path))
    .filter((path) => !/\.test\.tsx?$|^i18n\//.test(path) && exceptions.every(([except]) => !except.test(path)))
  assert.ok(files.length > 300, `${files.length} files`)
  const found = files.flatMap((path) =>
    readFileSync(join(sources, path), 'utf8')
      .split('\n')
      .map(withoutNames)
      .flatMap((line, at) =>
        rules
          .filter(([ofFiles, text]) => ofFiles.test(path) && text.test(line))
          .map(([, , say]) => `${path}:${at + 1} states ${say}: ${line.trim()}`),
      ),
  )
  assert.deepEqual(found, [])
})

test('features take dialogs, panels, page titles and empty states from the shared components', () => {
  const shared = /<(Modal|Drawer)\b|<Title order=\{1\}/
  // Pages without the menu: they cannot use the layout of pages inside of it.
  const withoutMenu = /^features\/(lab\/LabPage|emulator\/grant\/EmulatorLinkPage|consent\/ConsentPage)\.tsx$/
  const own = listFiles(join(sources, 'features'))
    .filter((path) => path.endsWith('.tsx') && shared.test(readFileSync(path, 'utf8')))
    .map((path) => relative(sources, path))
  assert.deepEqual(
    own.filter((path) => !withoutMenu.test(path)),
    [],
  )
  assert.equal(own.length, 3)
})

test('every exception is still needed', () => {
  const paths = listFiles(sources).map((path) => relative(sources, path))
  for (const [except, reason] of exceptions)
    assert.ok(
      paths.some((path) => except.test(path)),
      reason,
    )
})
