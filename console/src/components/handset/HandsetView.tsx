import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/handset.ts'
import { Bubbles, type BubblesProps } from './Bubbles.tsx'
import styles from './handset.module.css'
import looks from './looks.module.css'

type Props = BubblesProps & {
  /** Name at the top: the agent's. */
  title?: string
  composer?: ReactNode
  /** Defaults to 38rem; smaller next to a form. */
  height?: string
}

export function HandsetView({ title = strings.agent, composer, height, ...props }: Props) {
  const { channel } = props
  return (
    <section
      className={`${looks.look} ${styles.frame}`}
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
          <small>
            {channel === 'rcs' && <IconRosetteDiscountCheckFilled size={14} aria-hidden />}
            {`${strings.senders[channel]} · ${strings.channels[channel]}`}
          </small>
        </div>
      </header>
      <Bubbles {...props} />
      {composer && <div className={styles.composer}>{composer}</div>}
    </section>
  )
}
