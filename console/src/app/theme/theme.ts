import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { strings } from '#i18n/app.ts'
import {
  accentShade,
  colors,
  density,
  fontSizes,
  headings,
  lineHeights,
  palette,
  radii,
  shadows,
  spacing,
  weights,
  widths,
} from './tokens.ts'

const rem = (pixels: number): string => `${pixels / 16}rem`
const mapValues = <Key extends string, Value, Result>(record: Record<Key, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, map(value)])) as Record<Key, Result>
const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple

export const theme = createTheme({
  primaryColor: 'harbour',
  colors: mapValues(palette, tuple),
  black: colors.text[0],
  primaryShade: accentShade,
  autoContrast: true,
  luminanceThreshold: 0.2,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: mapValues(fontSizes, ({ mouse }) => rem(mouse)),
  fontWeights: { regular: String(weights.normal), medium: String(weights.medium), bold: String(weights.strong) },
  lineHeights: mapValues(lineHeights, String),
  headings: {
    fontWeight: String(weights.strong),
    sizes: mapValues(headings, ({ size, lineHeight }) => ({ fontSize: rem(size), lineHeight: String(lineHeight) })),
  },
  spacing: mapValues(spacing, rem),
  radius: mapValues(radii, rem),
  defaultRadius: 'md',
  shadows,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Green and yellow titles on their own tint are below 4.5 to 1; the icon and the tint keep the color.
    Alert: { defaultProps: { radius: 'lg' }, styles: { label: { color: 'var(--mantine-color-text)' } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 'xl', closeButtonProps: { 'aria-label': strings.close } } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': strings.close } },
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    Drawer: { defaultProps: { position: 'right', closeButtonProps: { 'aria-label': strings.close } } },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, openDelay: 250 } },
    Table: {
      defaultProps: {
        verticalSpacing: 'xs',
        highlightOnHover: true,
        // Links on Mantine's own dark hover color are below 4.5 to 1.
        highlightOnHoverColor: 'var(--hover)',
      },
    },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' } } },
  },
})

const touchVariables = {
  ...Object.fromEntries(Object.entries(fontSizes).map(([step, { touch }]) => [`--touch-text-${step}`, rem(touch)])),
  ...Object.fromEntries(
    Object.entries(density).flatMap(([name, { mouse, touch }]) => [
      [`--mouse-${name}`, rem(mouse)],
      [`--touch-${name}`, rem(touch)],
    ]),
  ),
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `--good-surface` and so on, and Mantine's own variables for what both name. */
const schemeVariables = (scheme: 0 | 1): Record<string, string> => {
  const color = mapValues(colors, (pair: readonly [string, string]) => pair[scheme])
  return {
    ...Object.fromEntries(Object.entries(color).map(([name, value]) => [`--${kebab(name)}`, value])),
    '--mantine-color-text': color.text,
    '--mantine-color-body': color.page,
    '--mantine-color-default': color.raised,
    '--mantine-color-default-hover': color.hover,
    '--mantine-color-default-border': color.border,
    '--mantine-color-dimmed': color.quiet,
    '--mantine-color-placeholder': color.placeholder,
    '--mantine-color-error': color.error,
    '--mantine-color-anchor': color.link,
  }
}

/** The tokens as CSS variables, for style sheets; `app.css` puts the sizes for a thumb in place of those for a mouse. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...touchVariables,
    '--weight-medium': String(weights.medium),
    '--weight-strong': String(weights.strong),
    '--sidebar-width': rem(widths.sidebar),
  },
  light: schemeVariables(0),
  dark: schemeVariables(1),
})
