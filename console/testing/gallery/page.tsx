// The page of `npm run gallery`: draws messages with the console's handset, without a server.
import '@mantine/core/styles.layer.css'
import '../../src/app/app.css'
import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '../../src/app/theme/theme.ts'
import { Bubbles } from '../../src/components/handset/Bubbles.tsx'
import { toRenderedBubbles } from '../../src/components/handset/bubbles.ts'
import { HandsetView } from '../../src/components/handset/HandsetView.tsx'
import { channelNames } from '../../src/i18n/en/channel-names.ts'
import { comparePictures, encodeReference } from './compare.ts'
import styles from './gallery.module.css'
import { type GalleryExhibit, type GallerySheet, listSheets } from './sheets.ts'

const gap = 16
const root = createRoot(document.getElementById('root') as HTMLElement)
const sheets = listSheets()

/** The functions that `npm run gallery` and the test call. */
const galleryPage = {
  names: sheets.map(({ name }) => name),
  /** Draws a sheet and returns its size. */
  draw(name: string): { width: number; height: number } {
    const sheet = sheets.find((one) => one.name === name)
    if (!sheet) throw new Error(`There is no sheet ${name}`)
    const width = sheet.columns.length * (sheet.width + gap) + gap
    document.body.style.width = `${width}px`
    flushSync(() => root.render(<Sheet {...sheet} />))
    // Otherwise the pictures of cards that are scrolled out of view never load.
    for (const image of document.images) image.loading = 'eager'
    return { width, height: document.documentElement.scrollHeight }
  },
  isLoaded: () => [...document.images].every((image) => image.complete),
  encodeReference,
  comparePictures,
}
Object.assign(window, { galleryPage })

function Sheet({ scheme, columns, width, phone }: GallerySheet) {
  return (
    <MantineProvider forceColorScheme={scheme} theme={theme} cssVariablesResolver={cssVariables}>
      <main className={styles.sheet}>
        {columns.map((exhibits, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies columns
          <div key={index} style={{ width }}>
            {index === 0 && phone && (
              <figure className={styles.exhibit}>
                <HandsetView title="Old Mill" {...phone} typing composer="Write a message" height="38rem" />
              </figure>
            )}
            {exhibits.map((exhibit) => (
              <Exhibit key={`${exhibit.channel} ${exhibit.name}`} {...exhibit} />
            ))}
          </div>
        ))}
      </main>
    </MantineProvider>
  )
}

function Exhibit({ name, channel, messages }: GalleryExhibit) {
  return (
    <figure className={styles.exhibit}>
      <figcaption>{`${channelNames[channel]}: ${name}`}</figcaption>
      <Bubbles channel={channel} bubbles={toRenderedBubbles(messages, { messageId: name })} label={name} />
    </figure>
  )
}
