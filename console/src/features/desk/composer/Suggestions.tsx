import { Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { strings } from '#i18n/desk.ts'
import { useAgent } from '../../../app/current-org.ts'
import styles from '../desk.module.css'
import { type DeskConversationDetail, useDeskMessages } from '../desk-data.ts'

const { suggestions } = strings
const mostShown = 3
/** Below this score the agent would not use a hit either. */
const leastScore = 0.35
const longest = 600

/** Answers from Facts and sources to the last message of the person; Alt and a digit puts one into the reply. */
export function Suggestions({ detail, onUse }: { detail: DeskConversationDetail; onUse: (answer: string) => void }) {
  const hits = useSuggestions(detail)
  const latest = useRef({ hits, onUse })
  latest.current = { hits, onUse }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const number = /^Digit([1-3])$/.exec(event.code)?.[1]
      const hit = event.altKey && !event.ctrlKey ? latest.current.hits[Number(number) - 1] : undefined
      if (!hit) return
      event.preventDefault()
      latest.current.onUse(hit.text.slice(0, longest))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  if (hits.length === 0) return null
  return (
    <section className={styles.suggestions} aria-label={suggestions.label}>
      {hits.map(({ kind, id, title, text }, index) => (
        <button
          key={`${kind} ${id}`}
          type="button"
          className={styles.suggestion}
          title={text}
          onClick={() => onUse(text.slice(0, longest))}
        >
          <span>
            <Kbd size="xs">{suggestions.key(index + 1)}</Kbd> <strong>{title}</strong>
          </span>
          <span className="quiet">{text}</span>
        </button>
      ))}
    </section>
  )
}

function useSuggestions(detail: DeskConversationDetail) {
  const agent = useAgent()
  const { rows = [] } = useDeskMessages(detail)
  const question = rows.find(({ type, origin, text }) => type === 'content' && origin === 'user' && text)?.text
  const { data } = useQuery({
    queryKey: agent.key('desk-suggestions', question),
    queryFn: ({ signal }) =>
      agent.api.get('/knowledge/search', {
        query: { q: (question ?? '').slice(0, 500), limit: mostShown * 2 },
        signal,
      }),
    enabled: question !== undefined,
    staleTime: 60_000,
  })
  return (data?.data ?? []).filter(({ kind, score }) => kind !== 'thing' && score >= leastScore).slice(0, mostShown)
}
