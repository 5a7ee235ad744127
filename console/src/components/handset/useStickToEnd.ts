import { type RefObject, useEffect, useRef } from 'react'

/** Closer to the end than this counts as the end. */
const slackPixels = 80

/**
 * Keeps a scrolling list of messages at its end while messages arrive and pictures load, unless the user scrolled up,
 * and scrolls to the marked message once it is loaded.
 */
export function useStickToEnd(
  count: number,
  typing: boolean | undefined,
  marked: string | undefined,
): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const isEmpty = count === 0 && !typing
  useEffect(() => {
    const box = log.current
    if (!box) return
    let before = { top: box.scrollTop, height: box.scrollHeight }
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = box
      if (height - top - clientHeight < slackPixels) atEnd.current = true
      // Messages get their real height as they come into view, which also moves the content.
      else if (top < before.top && height === before.height) atEnd.current = false
      before = { top, height }
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [])
  useEffect(() => {
    const box = log.current
    const list = box?.querySelector('ol')
    if (isEmpty || !box || !list) return
    const stick = () => {
      if (atEnd.current) box.scrollTop = box.scrollHeight
    }
    const resizes = new ResizeObserver(stick)
    for (const element of [list, box]) resizes.observe(element)
    return () => resizes.disconnect()
  }, [isEmpty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with each new line
  useEffect(() => {
    const box = log.current
    if (box && atEnd.current) box.scrollTop = box.scrollHeight
  }, [count, typing])
  const hasMessages = count > 0
  useEffect(() => {
    if (!marked || !hasMessages) return
    const message = log.current?.querySelector('[data-marked]')
    if (!message) return
    atEnd.current = false
    message.scrollIntoView({ block: 'center' })
  }, [marked, hasMessages])
  return log
}
