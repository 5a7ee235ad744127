import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconDownload,
  IconPin,
  IconPinnedOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/test-runs.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { saveFile } from '../../../components/save-file.ts'
import type { TestRun } from '../shared/test-data.ts'
import { isRunOver } from './run-data.ts'
import { StartRun } from './StartRun.tsx'

const { run: texts } = strings
type RunCommand = 'pause' | 'resume' | 'cancel' | 'pin' | 'unpin'

export function RunActions({ run }: { run: TestRun }) {
  const can = useCan('editor')
  return (
    <>
      {can && !isRunOver(run) && <ActiveRunActions run={run} />}
      {can && isRunOver(run) && <FinishedRunActions run={run} />}
      <Report runId={run.id} />
    </>
  )
}

function ActiveRunActions({ run }: { run: TestRun }) {
  const act = useRunCommand(run.id)
  const paused = run.status === 'paused'
  const cancel = async () => {
    const sure = await askConfirmation({
      title: texts.cancelTitle,
      text: texts.cancelText,
      ok: texts.cancel,
      danger: true,
    })
    if (sure) act.mutate('cancel')
  }
  return (
    <>
      <Button
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        onClick={() => act.mutate(paused ? 'resume' : 'pause')}
        loading={act.isPending}
      >
        {paused ? texts.resume : texts.pause}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={cancel}
        disabled={act.isPending}
      >
        {texts.cancel}
      </Button>
    </>
  )
}

function FinishedRunActions({ run }: { run: TestRun }) {
  const act = useRunCommand(run.id)
  const [again, { open, close }] = useDisclosure()
  const { suiteIds, caseIds, tags } = run.selection
  return (
    <>
      <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        {texts.runAgain}
      </Button>
      <Button
        variant="default"
        title={texts.pinHint}
        leftSection={run.pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
        onClick={() => act.mutate(run.pinned ? 'unpin' : 'pin')}
        loading={act.isPending}
      >
        {run.pinned ? texts.unpin : texts.pin}
      </Button>
      {again && <StartRun suiteIds={suiteIds} caseIds={caseIds} tags={tags} onClose={close} />}
    </>
  )
}

function useRunCommand(runId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (verb: RunCommand) => agent.api.post(`/tests/runs/{run}/${verb}`, { path: { run: runId } }),
    onSuccess: (run, verb) => {
      queries.setQueryData(agent.key('tests', 'run', runId), run)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'runs') })
      if (verb === 'pin') notify.success(texts.pinned)
      if (verb === 'unpin') notify.success(texts.unpinned)
    },
    onError: (error) => {
      notify.error(error)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'run', runId) })
    },
  })
}

function Report({ runId }: { runId: string }) {
  const agent = useAgent()
  const download = useMutation({
    mutationFn: async (format: 'json' | 'junit') => {
      const answer = await agent.api.raw('GET', '/tests/runs/{run}/report', { path: { run: runId }, query: { format } })
      saveFile(await answer.blob(), `${runId}.${format === 'json' ? 'json' : 'xml'}`)
    },
    onError: notify.error,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={download.isPending}>
          {texts.report}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('json')}>{texts.reportJson}</Menu.Item>
        <Menu.Item onClick={() => download.mutate('junit')}>{texts.reportJunit}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
