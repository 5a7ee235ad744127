import type { ReactNode } from 'react'
import { strings } from '#i18n/handset.ts'
import { Bubbles, type BubblesProps } from './Bubbles.tsx'
import styles from './handset.module.css'

type Props = BubblesProps & {
  /** Whose name stands at the top: the agent's. */
  title?: string
  /** Where one writes, at the bottom of the screen. */
  composer?: ReactNode
  /** Lower than a phone, beside a form; 38rem unless given. */
  height?: string
}

/** A phone that shows messages as a channel shows them. */
export function HandsetView({ title = strings.agent, composer, height, ...props }: Props) {
  const { channel } = props
  return (
    <section
      className={styles.frame}
      data-channel={channel}
      aria-label={strings.phone(strings.channels[channel])}
      style={height === undefined ? undefined : { height }}
    >
      <header className={styles.head}>
        <span className={styles.face} aria-hidden="true">
          {[...title][0]?.toUpperCase()}
        </span>
        <div className={styles.who}>
          <strong>{title}</strong>
          <small>{`${strings.senders[channel]} · ${strings.channels[channel]}`}</small>
        </div>
      </header>
      <Bubbles {...props} />
      {composer && <div className={styles.composer}>{composer}</div>}
    </section>
  )
}
