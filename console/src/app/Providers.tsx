import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import { queryClient } from '../api/query-client.ts'
import { ConfirmHost } from '../components/confirm.tsx'

const harbour: MantineColorsTuple = [
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

/** The filled shades are dark enough for white text in both color schemes. */
const red: MantineColorsTuple = [
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

/** Shade 8 on white, and dark text on the bright shades, keep every filled control at a contrast of 4.5 to 1. */
const theme = createTheme({
  primaryColor: 'harbour',
  colors: { harbour, red },
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Green and yellow titles on their own tint are below 4.5 to 1; the icon and the tint keep the color.
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': strings.close } } },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': strings.close } },
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    Drawer: { defaultProps: { position: 'right', closeButtonProps: { 'aria-label': strings.close } } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, openDelay: 250 } },
    // Links on Mantine's own dark hover color are below 4.5 to 1.
    Table: {
      defaultProps: {
        verticalSpacing: 'xs',
        highlightOnHover: true,
        highlightOnHoverColor: 'light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-6))',
      },
    },
    Select: { defaultProps: { comboboxProps: { shadow: 'md' } } },
  },
})

/** Providers that every page needs; component tests render inside them too. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <ConfirmHost>{children}</ConfirmHost>
      </QueryClientProvider>
    </MantineProvider>
  )
}
