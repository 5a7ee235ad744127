import { Button, Select, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings } from '#i18n/versions.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { useSuites } from '../../tests/shared/test-data.ts'
import { testPaths } from '../../tests/shared/test-paths.ts'

const { replays: texts } = strings

type Props = { replayId: string; sessionId: string; close: () => void }

/** Records a conversation of a replay as a test case and opens the case. */
export function MakeCaseDialog({ replayId, sessionId, close }: Props) {
  const agent = useAgent()
  const params = useRouteIds()
  const navigate = useNavigate()
  const [suiteId, setSuiteId] = useState<string | null>(null)
  const suites = useSuites().data ?? []
  const make = useMutation({
    mutationFn: (suite: string) =>
      agent.api.post('/replays/{replay}/conversations/{sessionId}/_makeCase', {
        path: { replay: replayId, sessionId },
        body: { suiteId: suite },
      }),
    onSuccess: async ({ id, suiteId: suite }) => {
      notify.success(texts.made)
      await navigate({ to: testPaths.case, params: { ...params, suiteId: suite, caseId: id } })
    },
  })
  return (
    <Dialog onClose={close} dirty={false} title={texts.makeCase}>
      <Stack>
        <Select
          label={texts.suite}
          data={suites.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
          value={suiteId}
          onChange={setSuiteId}
          searchable
          data-autofocus
        />
        {make.error && <ErrorAlert error={make.error} />}
        <FormActions>
          <Button variant="default" onClick={close}>
            {strings.cancel}
          </Button>
          <Button
            disabled={suiteId === null}
            loading={make.isPending}
            onClick={() => suiteId !== null && make.mutate(suiteId)}
          >
            {texts.makeCase}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
