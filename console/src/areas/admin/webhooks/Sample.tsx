import { Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { words } from '#words/admin.ts'
import { JsonBlock } from '../../../parts/JsonBlock.tsx'
import type { EventName } from './data.ts'

const { webhooks: said } = words

/** What is sent when it happens. */
export function Sample({ event: { name, example } }: { event: EventName }) {
  const [opened, { toggle }] = useDisclosure()
  return (
    <>
      <UnstyledButton
        fz="xs"
        td="underline"
        ml={32}
        mih={24}
        onClick={toggle}
        aria-expanded={opened}
        aria-label={opened ? said.hideSampleOf(name) : said.showSampleOf(name)}
      >
        {opened ? said.hideSample : said.sample}
      </UnstyledButton>
      <Collapse expanded={opened}>{opened && <JsonBlock value={example} label={said.sampleOf(name)} />}</Collapse>
    </>
  )
}
