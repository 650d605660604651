// Who one is, for all pages.
import * as api from "./api";
import { words } from "./client";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | undefined>(undefined);
  /** Whether the floor has said who one is, or that one is nobody. */
  known = $state(false);
  /** Why one could not come in as a guest, if one could not. */
  barred = $state("");
  /** Whether a log-in has ended by itself: one is asked to come back as the same person, not made a guest. */
  ended = $state(false);
  private sitting = "";

  async refresh(): Promise<void> {
    try {
      const me = await api.me();
      this.ended = me === undefined && (this.ended || this.me !== undefined);
      this.me = me;
      this.known = true;
    } catch (error) {
      // Nobody is logged out because the network is bad.
      this.known = true;
      throw error;
    }
  }

  /** Comes to a table: as a guest if one is nobody yet. Staff only watches. */
  async sit(table: string): Promise<void> {
    if (this.sitting === table) return;
    this.sitting = table;
    try {
      this.me ??= await api.beGuest();
      if (this.me.role === "player") await api.join(table);
      this.barred = "";
    } catch (error) {
      this.barred = words(error);
    } finally {
      this.sitting = "";
    }
  }

  async leave(): Promise<void> {
    await api.logOut();
    this.me = undefined;
  }
}

export const session = new Session();
