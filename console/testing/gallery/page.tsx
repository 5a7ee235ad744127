// The page of `npm run gallery`: draws messages with the console's handset, without a server.
import '@mantine/core/styles.layer.css'
import '../../src/app/app.css'
import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Bubbles } from '../../src/components/handset/Bubbles.tsx'
import type { Channel, HandsetBubble } from '../../src/components/handset/bubble.ts'
import { type RenderedBubbles, renderedBubbles } from '../../src/components/handset/bubbles.ts'
import { HandsetView } from '../../src/components/handset/HandsetView.tsx'
import { channelNames } from '../../src/i18n/en/channel-names.ts'
import styles from './gallery.module.css'

export type GalleryExhibit = { name: string; channel: Channel; messages: RenderedBubbles }
export type GallerySheet = {
  scheme: 'light' | 'dark'
  /** Fixed columns: a message that becomes higher moves only those below it. */
  columns: GalleryExhibit[][]
  /** Width of a phone's screen in pixels. */
  width: number
  /** A whole phone with a conversation, drawn on top of the first column. */
  phone?: { channel: Channel; bubbles: HandsetBubble[] }
}

declare global {
  interface Window {
    drawGallery?: (sheet: GallerySheet) => void
  }
}

const root = createRoot(document.getElementById('root') as HTMLElement)

window.drawGallery = (sheet) => flushSync(() => root.render(<Sheet {...sheet} />))

function Sheet({ scheme, columns, width, phone }: GallerySheet) {
  return (
    <MantineProvider forceColorScheme={scheme} theme={{ fontFamily: 'system-ui, sans-serif' }}>
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
      <Bubbles channel={channel} bubbles={renderedBubbles(messages, { messageId: name })} label={name} />
    </figure>
  )
}
