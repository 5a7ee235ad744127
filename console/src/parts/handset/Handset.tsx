import type { ReactNode } from 'react'
import { words } from '#words/handset.ts'
import { Bubbles, type BubblesGiven } from './Bubbles.tsx'
import styles from './handset.module.css'

type Given = BubblesGiven & {
  /** Whose name stands at the top: the agent's. */
  title?: string
  /** Where one writes, at the bottom of the screen. */
  composer?: ReactNode
  /** Lower than a phone, beside a form; 38rem unless given. */
  height?: string
}

/** A phone that shows messages as a channel shows them. */
export function Handset({ title = words.agent, composer, height, ...given }: Given) {
  const { channel } = given
  return (
    <section
      className={styles.frame}
      data-channel={channel}
      aria-label={words.phone(words.channels[channel])}
      style={height === undefined ? undefined : { height }}
    >
      <header className={styles.head}>
        <span className={styles.face} aria-hidden="true">
          {[...title][0]?.toUpperCase()}
        </span>
        <div className={styles.who}>
          <strong>{title}</strong>
          <small>{`${words.senders[channel]} · ${words.channels[channel]}`}</small>
        </div>
      </header>
      <Bubbles {...given} />
      {composer && <div className={styles.composer}>{composer}</div>}
    </section>
  )
}
