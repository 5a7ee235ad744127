import { runCliTest } from './run-cli.ts'

type ProgramCall = { file: string; env: Record<string, string>; args: readonly string[] }

/** Runs a command that starts a program of the server, which writes its own output; returns how it was called. */
export async function runServerProgramTest(args: string[], code = 0) {
  const calls: ProgramCall[] = []
  const runNodeProgram = async (
    file: string,
    env: Record<string, string>,
    _: boolean,
    args: readonly string[] = [],
  ) => {
    calls.push({ file: file.replace(/^.*\/server\//, 'server/'), env, args })
    return code
  }
  return { ...(await runCliTest(args, { workingDirectory: '/srv', runNodeProgram })), call: calls[0] }
}
