import {
  beginPasskey,
  verifyCode,
  verifyPasskey,
  verifyRecoveryCode,
} from '@portal/contract/second-factor.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnnounceSignIn, SecondStep } from '#server/features/sessions/service.ts'
import {
  browserMarksOf,
  chosenLanguageOf,
  setBrowserMarks,
  setLanguageCookie,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { logForRequest } from '#server/http/log.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import type { AppContext, PendingSignIn } from '#server/lib/context/app-context.ts'
import * as signIn from './sign-in-service.ts'

type Call = { request: FastifyRequest; reply: FastifyReply; pending: PendingSignIn }

/** @param announcing returns what reports a sign-in from a new browser to the owner */
export const secondStepRoutes =
  (announcing: (context: AppContext) => AnnounceSignIn): Routes =>
  (scope, context) => {
    /** Runs `verify`, then replaces the cookie of the pending sign-in by that of the session. */
    const finish = async (
      { request, reply }: Call,
      verify: (from: SecondStep) => ReturnType<typeof signIn.verifyCode>,
    ) => {
      const from = {
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        browser: browserMarksOf(request, context.cookies),
        language: chosenLanguageOf(request),
        announce: announcing(context),
      }
      const { token, expiresInMs, browser, language } = await verify(from)
      logForRequest(request, 'auth.sign_in')
      setSessionCookie(reply, token, expiresInMs, context.cookies)
      setLanguageCookie(reply, language, context.cookies)
      setBrowserMarks(reply, browser, context.cookies)
      return {}
    }

    handle(scope, verifyCode, ({ body, ...call }) =>
      finish(call, (from) => signIn.verifyCode(context, call.pending, { code: body.code }, from)),
    )
    handle(scope, verifyRecoveryCode, ({ body, ...call }) =>
      finish(call, (from) => signIn.verifyCode(context, call.pending, { recoveryCode: body.code }, from)),
    )
    handle(scope, beginPasskey, ({ pending }) => signIn.beginPasskey(context, pending))
    handle(scope, verifyPasskey, ({ body, ...call }) =>
      finish(call, (from) => signIn.verifyPasskey(context, call.pending, body.credential, from)),
    )
  }
