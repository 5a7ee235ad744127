import { Affix, Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { useIsWriting } from '../api/client.ts'

/** Three seconds without a word make people press again; this is a little earlier. */
const patienceMs = 2_500

export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate
}

/** Says that the server has not answered, once that takes longer than usual. `kept`: what was typed stays. */
export function LateHint({ when = true, kept = false }: { when?: boolean; kept?: boolean }) {
  // An error that is shown says more.
  const isLate = useIsLate(when) && !document.querySelector('main [role=alert]')
  return (
    <Text size="sm" role="status" className="quiet" hidden={!isLate} mt="xs">
      {isLate && (kept ? strings.late.kept : strings.late.text)}
    </Text>
  )
}

/** The same for a dialog, next to its buttons: nothing else can have been pressed. */
export function LateDialogHint() {
  return <LateHint when={useIsWriting()} kept />
}

/** The same for buttons of a page, wherever they are. */
export function LateActionNotice() {
  const isLate = useIsLate(useIsWriting())
  // A dialog and the bar of an editor say it themselves.
  if (!isLate || document.querySelector('[role=dialog], [data-save-bar]')) return null
  return (
    <Affix position={{ bottom: 16, left: '50%' }} zIndex={300} style={{ transform: 'translateX(-50%)' }}>
      <Paper withBorder shadow="md" px="md" py="xs" role="status">
        <Text size="sm">{strings.late.kept}</Text>
      </Paper>
    </Affix>
  )
}
