import type { Clock } from "./core/clock.ts";
import { GuiAgentError, toGuiAgentError } from "./core/errors.ts";
import type { Log } from "./core/log.ts";
import type { Environment } from "./models/credentials.ts";
import {
  groundingEndpoint,
  type ModelEndpoint,
  type ModelSettings,
  memoryEndpoint,
  visionEndpoint,
} from "./models/endpoint.ts";
import type { Sampler, VisionModel } from "./models/port.ts";
import type { Caller } from "./tools/caller.ts";
import type { ModelSource } from "./tools/context.ts";

export interface ModelChoiceOptions {
  readonly settings: ModelSettings;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
}

/** The models of one task. */
export interface TaskModels {
  readonly model: VisionModel;
  readonly memoryModel: VisionModel | undefined;
  readonly groundingModel: VisionModel | undefined;
}

export interface VisionModelStatus {
  readonly provider: string;
  readonly model: string;
  /** Null when there is none. */
  readonly problem: string | null;
}

/** Which model a call is for: one of the settings', or the one of the client that calls. */
export class ModelChoice implements ModelSource {
  readonly #options: ModelChoiceOptions;

  constructor(options: ModelChoiceOptions) {
    this.#options = options;
  }

  /** The vision model of the settings, and what keeps it from being asked, if anything does. */
  describe(): VisionModelStatus {
    const { settings, environment } = this.#options;
    const { provider, model } = settings;
    try {
      visionEndpoint(settings, environment);
      return { provider, model, problem: null };
    } catch (thrown) {
      return { provider, model, problem: toGuiAgentError(thrown).message };
    }
  }

  async vision(name: string | undefined, { sampler }: Caller): Promise<VisionModel> {
    return await this.#open(this.#visionPlace(name, sampler));
  }

  /** Throws `model_unavailable` when a task has no model to ask, and `invalid_input` for settings that do not fit. */
  assertTaskPossible(name: string | undefined, caller: Caller): void {
    this.#taskPlaces(name, caller);
  }

  async forTask(name: string | undefined, caller: Caller): Promise<TaskModels> {
    const { vision, memory, grounding } = this.#taskPlaces(name, caller);
    return {
      model: await this.#open(vision),
      memoryModel: memory && (await this.#open(memory)),
      groundingModel: grounding && (await this.#open(grounding)),
    };
  }

  #taskPlaces(name: string | undefined, { sampler }: Caller) {
    const { settings, environment } = this.#options;
    const vision = this.#visionPlace(name, sampler);
    if (vision === sampler && sampler?.takesTools === false) throw withoutTools();
    const hasMemory = settings.memoryModel !== undefined || settings.memoryProvider !== undefined;
    return {
      vision,
      memory: hasMemory ? memoryEndpoint(settings, environment) : undefined,
      grounding: groundingEndpoint(settings, environment),
    };
  }

  #visionPlace(name: string | undefined, sampler: Sampler | undefined): ModelEndpoint | Sampler {
    const { settings, environment } = this.#options;
    try {
      return visionEndpoint({ ...settings, model: name ?? settings.model }, environment);
    } catch (thrown) {
      const hasNoKey = thrown instanceof GuiAgentError && thrown.code === "model_unavailable";
      if (hasNoKey && sampler !== undefined) return sampler;
      throw thrown;
    }
  }

  /** Loads what that takes: start-up does not need it. */
  async #open(place: ModelEndpoint | Sampler): Promise<VisionModel> {
    if ("ask" in place) {
      const { openSampledModel } = await import("./models/sampled-model.ts");
      return await openSampledModel(place, this.#options.clock);
    }
    const { openVisionModel } = await import("./models/vision-model.ts");
    return await openVisionModel(place, this.#options);
  }
}

function withoutTools(): GuiAgentError {
  return new GuiAgentError(
    "model_unavailable",
    "There is no key for a model, and the client lends its own model without tools, which a task needs.",
    { remedy: "Set GUI_AGENT_API_KEY in the environment of gui-agent, with GUI_AGENT_PROVIDER and _MODEL." },
  );
}
