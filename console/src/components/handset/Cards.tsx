import { strings } from '#i18n/handset.ts'
import type { CardView, ChipView } from './bubble.ts'
import { Chips } from './Chips.tsx'
import { FormattedText } from './FormattedText.tsx'
import styles from './handset.module.css'
import { safeImageUrl } from './safe-urls.ts'

type CardsProps = { cards: readonly CardView[]; onTap?: (chip: ChipView) => void }

export function Cards({ cards, onTap }: CardsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name but their place, and never move
  const drawn = cards.map((card, index) => <Card key={index} card={card} onTap={onTap} />)
  if (cards.length === 1) return <div className={styles.cards}>{drawn}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={`${styles.cards} ${styles.carousel}`} aria-label={strings.cards} tabIndex={0}>
      {drawn}
    </section>
  )
}

function Card({
  card: { title, description, picture, chips },
  onTap,
}: {
  card: CardView
  onTap?: CardsProps['onTap']
}) {
  const source = safeImageUrl(picture)
  return (
    <article className={styles.card}>
      {source && <img src={source} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      {title && <strong>{title}</strong>}
      {description && (
        <p>
          <FormattedText runs={description} />
        </p>
      )}
      <Chips chips={chips} onTap={onTap} />
    </article>
  )
}
